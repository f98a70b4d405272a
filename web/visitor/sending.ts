import { newId } from './browser.ts'
import { giveBack } from './composer.ts'
import { root, shortId, tell, words } from './dom.ts'
import { follow } from './following.ts'
import type { Answer } from './messages.ts'
import { later, lose } from './network.ts'
import { ask, type Reply } from './requests.ts'
import { save, saved, type Unsent } from './saved.ts'
import { followNewest } from './scrolling.ts'
import { isBusy, know, leaveScan, path, setCurrent, talk, waiting, watch } from './talk.ts'
import { addAnswer, addSaid, showTalking } from './transcript.ts'
import { restore, showDemo } from './visit.ts'

const longestWaitMs = 60_000

export const say = (text: string) => {
  const message = { text, client_id: newId() }
  saved.unsent.push(message)
  save()
  addWaiting(message)
  followNewest()
  return deliver()
}

export const addWaiting = (message: Unsent) =>
  waiting.set(message, addSaid(message.text, words.unsent))

/** Sends what waits, one message after the other's answer. */
export const deliver = async () => {
  const [message] = saved.unsent
  if (!message || talk.isSending || talk.hasEnded || isBusy()) return
  const { round } = talk
  talk.isSending = true
  const answer = talk.current ?? addAnswer(waiting.get(message))
  answer.element.hidden = false
  setCurrent(answer)
  const reply = await send(message)
  if (round !== talk.round) return
  talk.isSending = false
  if (reply.status === 202) {
    arrived(message)
    if (!answer.id) know(answer, reply.data.message_id)
    tell('')
    watch()
    // It may be over by now.
    deliver()
  } else if (!answer.id) {
    refuse(reply, answer)
  }
}

export const send = async (message: Unsent): Promise<Reply<{ message_id: string }>> => {
  const { round } = talk
  if (!saved.token) {
    const opened = await ask<{ message_id: string; token: string; demo: boolean }>(
      'POST',
      `${root}/s/${shortId}/conversations`,
    )
    if (opened.status !== 201 || round !== talk.round) return opened
    saved.token = opened.data.token
    save()
    showDemo(opened.data.demo)
    follow()
  }
  return await ask('POST', path('/messages'), message)
}

/** The server has it: by its own word, or because the answer comes. */
export const arrived = (message: Unsent) => {
  saved.unsent = saved.unsent.filter((one) => one !== message)
  save()
  const said = waiting.get(message)
  if (said) said.dataset.sent = ''
  waiting.delete(message)
  leaveScan()
}

const refuse = ({ status, data, retryMs }: Reply<unknown>, answer: Answer) => {
  if (!status) {
    // It may have arrived all the same: then the answer comes here.
    answer.element.hidden = true
    watch()
    return lose()
  }
  answer.element.remove()
  setCurrent()
  // Another tab's answer is being written: this one is for afterwards.
  if (status === 409) return restore()
  if (status >= 429 && retryMs <= longestWaitMs) {
    tell(data.detail ?? words.failed)
    return later(retryMs || undefined)
  }
  takeBack()
  if (saved.token && (status === 404 || status === 410)) return restore()
  tell(data.detail ?? words.failed)
}

/** What cannot be sent goes back to where it was written. */
export const takeBack = () => {
  giveBack(saved.unsent.map(({ text }) => text).join('\n'))
  for (const said of waiting.values()) said.remove()
  waiting.clear()
  saved.unsent = []
  save()
  showTalking()
}
