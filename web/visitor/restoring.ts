import type { Citation } from './citations.ts'
import { showDemo, words } from './dom.ts'
import { conclude, reset } from './ending.ts'
import { rateIn } from './messages.ts'
import { type ShownHandling, showHandling, showPerson } from './people.ts'
import { askTalk } from './requests.ts'
import { addWaiting, arrived, deliver, send, takeBack } from './sending.ts'
import { isBusy, know, leaveScan, on, reportEvent, saved, talk } from './state.ts'
import { goOnAfter } from './stream.ts'
import { addAnswer, addSaid, clear, complete, log } from './transcript.ts'

interface Message {
  message_id: string
  role: 'visitor' | 'assistant' | 'owner'
  text: string
  status: 'running' | 'done' | 'stopped' | 'failed'
  retryable: boolean
  note: string | null
  rating: string | null
  citations: Citation[]
}

interface Visit extends ShownHandling {
  status: 'open' | 'ended'
  reason: string
  demo: boolean
  messages: Message[]
  last_event_id: string | null
}

/** When the page opens. */
export const goOn = async () => {
  if (!saved.token) {
    saved.unsent.forEach(addWaiting)
    return deliver()
  }
  await resend()
  return restore()
}

/**
 * The service knows by the message's id whether it had arrived before. Returns false if there was no
 * response.
 */
const resend = async (): Promise<boolean> => {
  const [message] = saved.unsent
  if (!message) return true
  const { status } = await send(message)
  if (status === 202) arrived(message)
  return !!status
}

let isRestoring = false

/** Shows what the service stores. */
export const restore = async () => {
  if (isRestoring || talk.isSending || !saved.token) return
  const { round } = talk
  isRestoring = true
  // With a person no answer tells that the message has arrived.
  const isKnown = !talk.isWithPerson || (await resend())
  const { status, data } = await askTalk<Visit>('GET')
  isRestoring = false
  if (talk.isSending || round !== talk.round) return
  if (status === 200 && isKnown) show(data)
  else if (status !== 404) reportEvent('lost')
  else if (log.hasChildNodes()) conclude('')
  else reset()
}
on('outdated', restore)

const show = (visit: Visit) => {
  const { messages, status } = visit
  // A new scan after the end begins a new conversation.
  if (status === 'ended' && !location.pathname.endsWith('/chat')) {
    takeBack()
    return reset()
  }
  clear()
  const last = messages.at(-1)
  for (const message of messages) showMessage(message, message === last)
  showDemo(visit.demo)
  goOnAfter(visit.last_event_id)
  if (status === 'ended') return conclude(visit.reason)
  showHandling(visit)
  if (last) leaveScan()
  saved.unsent.forEach(addWaiting)
  reportEvent('progress')
  reportEvent('synced')
  // No answer blocks the waiting message any more.
  if (saved.unsent[0] && !isBusy()) reportEvent('delayed')
}

const showMessage = (message: Message, isLast: boolean) => {
  const { message_id, role, text, status, retryable, note, rating, citations } = message
  if (role === 'visitor') return addSaid(text)
  // A later answer replaced it.
  if (status === 'failed' && !text && !isLast) return
  const answer = addAnswer()
  know(answer, message_id)
  answer.write(text)
  rateIn(answer.element, rating)
  if (status === 'running') talk.current = answer
  else
    answer.end(
      `${status === 'stopped' ? words.stopped : ''} ${note ?? ''}`.trim(),
      retryable && isLast,
    )
  if (role === 'owner') showPerson(answer, note ?? '')
  complete(answer.element, citations)
}
