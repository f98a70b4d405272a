import { eventText } from '../../platform/http/output/streams.ts'
import type { Citation } from './citations.ts'
import { authorNote, handlingSentence, nameFor, peopleSentencesIn } from './people.sentences.ts'
import { sentencesIn } from './sentences.ts'
import type { HandlingState, MessageRow } from './visits.store.ts'

/** A server-sent event of an answer. */
export const answerEvent = (id: string, event: string, data: object): string =>
  eventText(id, event, JSON.stringify(data))

/** The length without an incomplete surrogate pair at the end; its second half follows later. */
export const wholeLength = (text: string): number => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
}

interface StartedAnswer {
  messageId: string
  role?: MessageRow['role']
  name?: string | null
}

export const deltaData = (
  { messageId, role, name }: StartedAnswer,
  text: string,
  language: string,
) => ({
  message_id: messageId,
  text,
  ...authorOf(role, name, language),
})

/** An answer of the assistant needs neither. */
const authorOf = (role: StartedAnswer['role'], name: StartedAnswer['name'], language: string) =>
  role === 'owner' && { role, name: nameFor(name ?? null, language) }

interface Failure {
  errorCode: string | null
  isRetryable: boolean
}

/** Asks for a retry only when a retry may help. */
const failureSentence = ({ errorCode, isRetryable }: Failure, language: string): string => {
  const { interrupted, modelFailed, cannotAnswer, usedUp } = sentencesIn(language)
  if (errorCode === 'daily_limit_reached') return usedUp
  if (!isRetryable) return cannotAnswer
  return errorCode === 'interrupted' ? interrupted : modelFailed
}

/** What the service adds to the end of an answer. */
interface Added {
  offer?: MessageRow['offer']
  notice?: MessageRow['notice']
}

interface FailedAnswer extends Failure, Added {
  messageId: string
  /** The text as it was streamed. */
  text: string
  finalText?: string | null
  citations?: Citation[]
}

export const errorData = (failed: FailedAnswer, language: string) => ({
  message_id: failed.messageId,
  code: failed.errorCode ?? 'internal_error',
  message: failureSentence(failed, language),
  retryable: failed.isRetryable,
  // A reader may have received more than a crashed process had saved.
  kept_characters: failed.text.length,
  ...rewritten(failed),
  ...added(failed, language),
})

const added = ({ offer, notice }: Added, language: string) => ({
  ...(offer && { offer }),
  ...(notice && { notice: peopleSentencesIn(language).notTold }),
})

/** What the end of an answer changes in its text, and the passages that it cites. */
const rewritten = ({
  finalText = null,
  citations = [],
}: Pick<FailedAnswer, 'finalText' | 'citations'>) => ({
  ...(finalText !== null && { text: finalText }),
  ...(citations.length > 0 && { citations }),
})

interface FinishedAnswer extends Added {
  messageId: string
  tokens: number | null
  isTruncated: boolean
  /** The text after the end, if it is not the text of the deltas. */
  finalText?: string | null
  citations?: Citation[]
  role?: MessageRow['role']
  name?: string | null
}

/** The end of a complete or stopped answer. What an answer does not have is left out. */
export const finishData = (
  { messageId, tokens, isTruncated, role, name, ...answer }: FinishedAnswer,
  language: string,
) => ({
  message_id: messageId,
  tokens,
  ...rewritten(answer),
  ...added(answer, language),
  ...authorOf(role, name, language),
  ...(role === 'owner' && { message: authorNote(name ?? null, language) }),
  ...(isTruncated && { truncated: true, message: sentencesIn(language).truncated }),
})

interface EndedAnswer extends Failure {
  role?: MessageRow['role']
  name?: string | null
  status: 'running' | 'done' | 'stopped' | 'failed'
  isTruncated: boolean
  notice?: MessageRow['notice']
}

/**
 * Why an answer is missing, incomplete or wrong about a person, or that the owner wrote it, as the
 * events say it; null for any other message.
 */
export const noteOf = (answer: EndedAnswer, language: string): string | null => {
  if (answer.role === 'owner') return authorNote(answer.name ?? null, language)
  const { status, isTruncated, notice } = answer
  const reason = status === 'failed' ? failureSentence(answer, language) : ''
  const rest = reason === '' && isTruncated ? sentencesIn(language).truncated : ''
  const truth = notice ? peopleSentencesIn(language).notTold : ''
  return [reason, rest, truth].filter(Boolean).join(' ') || null
}

/** A change of who answers. A former state of the conversation may follow a newer one, on replay. */
export const handlingData = (state: HandlingState, language: string) => ({
  handling: state.handling,
  name: state.handling === 'person' ? nameFor(state.name, language) : null,
  message: handlingSentence(state, language),
})
