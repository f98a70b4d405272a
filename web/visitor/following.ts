import { words } from './dom.ts'
import { conclude } from './ending.ts'
import type { Answer } from './messages.ts'
import { restore } from './restoring.ts'
import { arrived, deliver } from './sending.ts'
import { answers, emit, know, on, saved, setCurrent, talk, waiting } from './state.ts'
import { connect } from './stream.ts'
import { addAnswer, announceAnswer, keepNumbers } from './transcript.ts'

export const follow = () => {
  if (talk.hasEnded) return
  connect({
    delta({ message_id, text, role }) {
      const answer = role ? ownerAnswer(message_id) : answerOf(message_id)
      if (!answer) return restore()
      if (!answer.isOver) answer.write(text)
      emit('progress')
    },
    finish({ message_id, message = '' }) {
      end(message_id, talk.isStopped ? words.stopped : message)
    },
    error({ message_id, message, retryable, kept_characters }) {
      const answer = answerOf(message_id)
      if (kept_characters !== undefined) answer?.cutTo(kept_characters)
      end(message_id, message, retryable)
    },
    ended({ reason }) {
      conclude(reason)
    },
  })
}
on('synced', follow)

/** Undefined for an answer to a message of another tab: then everything is read again. */
const answerOf = (id: string): Answer | undefined => {
  const { current } = talk
  const known = answers.get(id)
  if (known || !current || current.id) return known
  know(current, id)
  current.element.hidden = false
  const [message] = saved.unsent
  if (message && waiting.get(message)?.nextElementSibling === current.element) arrived(message)
  return current
}

/** Comes without a question of this moment, so it does not end the answer that is awaited. */
const ownerAnswer = (id: string): Answer => {
  const answer = answers.get(id) ?? addAnswer()
  know(answer, id)
  return answer
}

const end = (id: string, note: string, isRetryable?: boolean) => {
  const answer = answerOf(id)
  if (!answer) return restore()
  if (answer.isOver) return
  talk.isStopped = false
  answer.end(note, isRetryable)
  announceAnswer(answer)
  keepNumbers(answer.element)
  if (answer === talk.current) setCurrent()
  return deliver()
}
