import { byId, words } from './dom.ts'
import { conclude, reset } from './ending.ts'
import { follow } from './following.ts'
import { later, lose } from './network.ts'
import { ask } from './requests.ts'
import { saved } from './saved.ts'
import { addWaiting, arrived, deliver, send, takeBack } from './sending.ts'
import { goOnAfter } from './stream.ts'
import { clear, isBusy, know, leaveScan, path, talk, watch } from './talk.ts'
import { showRating } from './tools.ts'
import { addAnswer, addSaid, log } from './transcript.ts'

interface Message {
  message_id: string
  role: 'visitor' | 'assistant'
  text: string
  status: 'running' | 'done' | 'stopped' | 'failed'
  retryable: boolean
}

interface Visit {
  status: 'open' | 'ended'
  reason: string
  demo: boolean
  messages: Message[]
  last_event_id: string | null
  rating: string | null
}

/** On opening the page. */
export const goOn = async () => {
  const [message] = saved.unsent
  if (!saved.token) {
    saved.unsent.forEach(addWaiting)
    return deliver()
  }
  // Whether it had arrived before the page was left, the server knows by its id.
  if (message && (await send(message)).status === 202) arrived(message)
  return restore()
}

let isRestoring = false

/** What the server knows is what is shown. */
export const restore = async () => {
  if (isRestoring || talk.isSending || !saved.token) return
  const { round } = talk
  isRestoring = true
  const { status, data } = await ask<Visit>('GET', path(''))
  isRestoring = false
  if (talk.isSending || round !== talk.round) return
  if (status === 200) show(data)
  else if (status !== 404) lose()
  else if (log.hasChildNodes()) conclude('')
  else reset()
}

const show = (visit: Visit) => {
  const { messages, status } = visit
  // Whoever scans again after the end begins anew.
  if (status === 'ended' && !location.pathname.endsWith('/chat')) {
    takeBack()
    return reset()
  }
  clear()
  const last = messages.at(-1)
  for (const message of messages) showMessage(message, message === last)
  showRating(visit.rating)
  showDemo(visit.demo)
  goOnAfter(visit.last_event_id)
  if (status === 'ended') return conclude(visit.reason)
  if (last) leaveScan()
  saved.unsent.forEach(addWaiting)
  watch()
  follow()
  // Nothing runs any more of what stood in the way of a message.
  if (saved.unsent[0] && !isBusy()) later()
}

const showMessage = ({ message_id, role, text, status, retryable }: Message, isLast: boolean) => {
  if (role === 'visitor') return addSaid(text)
  // It was tried again.
  if (status === 'failed' && !text && !isLast) return
  const answer = addAnswer()
  know(answer, message_id)
  answer.write(text)
  if (status === 'running') talk.current = answer
  else if (status === 'failed') answer.end(words.failed, retryable && isLast)
  else answer.end(status === 'stopped' ? words.stopped : '')
}

export const showDemo = (isDemo: boolean) => {
  byId('demo').hidden = !isDemo
}
