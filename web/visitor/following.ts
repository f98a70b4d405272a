import { announceText, words } from './dom.ts'
import { conclude } from './ending.ts'
import type { Answer } from './messages.ts'
import { person, showHandling, showPerson, showTyping } from './people.ts'
import { restore } from './restoring.ts'
import { arrived, deliver } from './sending.ts'
import { answers, know, on, reportEvent, saved, setCurrent, talk, waiting } from './state.ts'
import { connectStream, type End } from './stream.ts'
import { addAnswer, announceAnswer, complete } from './transcript.ts'

export const follow = () => {
  if (talk.hasEnded) return
  connectStream({
    delta({ message_id, text, role }) {
      const answer = role ? ownerAnswer(message_id) : answerOf(message_id)
      if (!answer) return restore()
      if (!answer.isOver) answer.write(text)
      reportEvent('progress')
    },
    finish: end,
    error: end,
    ended({ reason }) {
      conclude(reason)
    },
    handling(state) {
      showHandling(state, announceText)
      deliver()
    },
    typing: showTyping,
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

const end = (data: End) => {
  const answer = answerOf(data.message_id)
  if (!answer) return restore()
  if (answer.isOver) return
  const { retryable, role, notice = '', offer } = data
  const { message = '', text = answer.text.slice(0, data.kept_characters) } = data
  answer.rewrite(text)
  // Only an error says whether a retry may help.
  const note = talk.isStopped && retryable === undefined ? words.stopped : message
  answer.end(`${note} ${notice}`.trim(), retryable)
  if (role) showPerson(answer, message)
  else showHandling({ handling: 'assistant', offer })
  talk.isStopped = false
  announceAnswer(answer, `${notice} ${(offer && person?.textContent) ?? ''}`)
  complete(answer.element, data.citations)
  if (answer === talk.current) setCurrent()
  return deliver()
}
