import { words } from './dom.ts'
import { conclude } from './ending.ts'
import type { Answer } from './messages.ts'
import { lose, regain } from './network.ts'
import { saved } from './saved.ts'
import { arrived, deliver } from './sending.ts'
import { connect } from './stream.ts'
import { answers, know, setCurrent, talk, waiting, watch } from './talk.ts'
import { announceAnswer } from './transcript.ts'
import { restore } from './visit.ts'

export const follow = () => {
  if (talk.hasEnded) return
  connect({
    opened: regain,
    lost: lose,
    delta({ message_id, text }) {
      const answer = answerOf(message_id)
      if (!answer) return restore()
      if (!answer.isOver) answer.write(text)
      watch()
    },
    finish({ message_id }) {
      end(message_id, talk.isStopped ? words.stopped : '')
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

/** An answer that nobody here waits for is another tab's: then the whole is read anew. */
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

const end = (id: string, note: string, isRetryable?: boolean) => {
  const answer = answerOf(id)
  if (!answer) return restore()
  if (answer.isOver) return
  talk.isStopped = false
  answer.end(note, isRetryable)
  announceAnswer(answer)
  if (answer === talk.current) setCurrent()
  return deliver()
}
