import { randomId } from './browser.ts'
import { root, shortId, showDemo, showNotice, words } from './dom.ts'
import { giveBack } from './field.ts'
import type { Answer } from './messages.ts'
import { ask, askTalk, type Reply } from './requests.ts'
import { followNewest } from './scrolling.ts'
import {
  isBusy,
  know,
  leaveScan,
  reportEvent,
  save,
  saved,
  setCurrent,
  talk,
  type Unsent,
  waiting,
} from './state.ts'
import { addAnswer, addSaid, showTalking } from './transcript.ts'

const longestWaitMs = 60_000

export const say = (text: string) => {
  const message = { text, client_id: randomId() }
  saved.unsent.push(message)
  save()
  addWaiting(message)
  followNewest()
  return deliver()
}

export const addWaiting = (message: Unsent) =>
  waiting.set(message, addSaid(message.text, words.unsent))

/** Sends the waiting messages, each after the answer to the one before. */
export const deliver = async () => {
  const [message] = saved.unsent
  if (!message || talk.isSending || talk.hasEnded || isBusy()) return
  const { round } = talk
  talk.isSending = true
  const answer = talk.isWithPerson ? undefined : (talk.current ?? addAnswer(waiting.get(message)))
  if (answer) answer.element.hidden = false
  setCurrent(answer)
  const reply = await send(message)
  if (round !== talk.round) return
  talk.isSending = false
  if (reply.status === 202) {
    arrived(message)
    if (answer && !answer.id) know(answer, reply.data.message_id)
    showNotice('')
    reportEvent('progress')
    // The answer may already be complete.
    deliver()
  } else if (!answer?.id) {
    refuse(reply, answer)
  }
}

type Sent = Reply<{ message_id: string }>

export const send = async (message: Unsent): Promise<Sent> =>
  (await openTalk()) ?? (await askTalk('POST', '/messages', message))

/** Opens a conversation if there is none. Returns the reply of a service that refuses. */
export const openTalk = async (): Promise<Sent | undefined> => {
  if (saved.token) return
  const { round } = talk
  const opened = await ask<{ message_id: string; token: string; demo: boolean }>(
    'POST',
    `${root}/s/${shortId}/conversations`,
  )
  if (opened.status !== 201 || round !== talk.round) return opened
  saved.token = opened.data.token
  save()
  showDemo(opened.data.demo)
  reportEvent('synced')
  return
}

/** The service has the message: it said so, or the answer has begun. */
export const arrived = (message: Unsent) => {
  saved.unsent = saved.unsent.filter((one) => one !== message)
  save()
  const said = waiting.get(message)
  if (said) said.dataset.sent = ''
  waiting.delete(message)
  leaveScan()
}

const refuse = ({ status, data, retryMs }: Reply<unknown>, answer: Answer | undefined) => {
  if (!status) {
    // The message may have arrived. Then the answer is shown here.
    if (answer) answer.element.hidden = true
    reportEvent('progress')
    return reportEvent('lost')
  }
  answer?.element.remove()
  setCurrent()
  // The answer to a message of another tab is being written: this message has to wait.
  if (status === 409) return reportEvent('outdated')
  if (status >= 429 && retryMs <= longestWaitMs) {
    showNotice(data.detail ?? words.failed)
    return reportEvent('delayed', retryMs || undefined)
  }
  takeBack()
  if (saved.token && (status === 404 || data.code === 'conversation_ended')) {
    return reportEvent('outdated')
  }
  showNotice(data.detail ?? words.failed)
}

/** Puts the messages that cannot be sent back into the input. */
export const takeBack = () => {
  giveBack(saved.unsent.map(({ text }) => text).join('\n'))
  for (const said of waiting.values()) said.remove()
  waiting.clear()
  saved.unsent = []
  save()
  showTalking()
}
