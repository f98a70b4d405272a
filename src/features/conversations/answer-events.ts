import { eventText } from '../../platform/http/output/streams.ts'
import { type Citation, readCitations } from './citations.ts'
import { authorNote, handlingSentence, nameFor, peopleSentencesIn } from './people.sentences.ts'
import { sentencesIn } from './sentences.ts'
import type { HandlingState, MessageRow, SaidMessage } from './visits.store.ts'

/** A server-sent event of an answer. */
export const answerEvent = (id: string, event: string, data: object): string =>
  eventText(id, event, JSON.stringify(data))

/** The length without an incomplete surrogate pair at the end; its second half follows later. */
export const wholeLength = (text: string): number => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
}

/** What the events of an answer are made of. What an answer does not have is left out. */
export interface AnswerParts {
  messageId: string
  role?: MessageRow['role']
  name?: string | null
  status?: MessageRow['status']
  /** The text as it was streamed. */
  text: string
  /** The text after the end, if it is not the text of the deltas. */
  finalText?: string | null
  citations?: Citation[]
  tokens?: number | null
  errorCode?: string | null
  isRetryable?: boolean
  isTruncated?: boolean
  offer?: MessageRow['offer']
  notice?: MessageRow['notice']
}

/** A message of the assistant or of a person, as it is stored. */
export const answerOf = (row: SaidMessage): AnswerParts => ({
  messageId: row.id,
  role: row.role,
  name: row.name,
  status: row.status,
  text: row.streamed_text ?? row.text,
  finalText: row.streamed_text === null ? null : row.text,
  citations: readCitations(row.citations),
  tokens: row.tokens_out,
  errorCode: row.error_code,
  isRetryable: row.is_retryable === 1,
  isTruncated: row.is_truncated === 1,
  offer: row.offer,
  notice: row.notice,
})

export const deltaData = (answer: AnswerParts, text: string, language: string) => ({
  message_id: answer.messageId,
  text,
  ...authorOf(answer, language),
})

/** An answer of the assistant needs neither. */
const authorOf = ({ role, name }: AnswerParts, language: string) =>
  role === 'owner' && { role, name: nameFor(name ?? null, language) }

/** Asks for a retry only when a retry may help. */
const failureSentence = ({ errorCode, isRetryable }: AnswerParts, language: string): string => {
  const { interrupted, modelFailed, cannotAnswer, usedUp } = sentencesIn(language)
  if (errorCode === 'daily_limit_reached') return usedUp
  if (!isRetryable) return cannotAnswer
  return errorCode === 'interrupted' ? interrupted : modelFailed
}

export const errorData = (failed: AnswerParts, language: string) => ({
  message_id: failed.messageId,
  code: failed.errorCode ?? 'internal_error',
  message: failureSentence(failed, language),
  retryable: failed.isRetryable === true,
  // A reader may have received more than a crashed process had saved.
  kept_characters: failed.text.length,
  ...rewritten(failed),
  ...added(failed, language),
})

/** What the service adds to the end of an answer. */
const added = ({ offer, notice }: AnswerParts, language: string) => ({
  ...(offer && { offer }),
  ...(notice && { notice: peopleSentencesIn(language).notTold }),
})

/** What the end of an answer changes in its text, and the passages that it cites. */
const rewritten = ({ finalText = null, citations = [] }: AnswerParts) => ({
  ...(finalText !== null && { text: finalText }),
  ...(citations.length > 0 && { citations }),
})

/** The end of a complete or stopped answer. */
export const finishData = (answer: AnswerParts, language: string) => ({
  message_id: answer.messageId,
  tokens: answer.tokens ?? null,
  ...rewritten(answer),
  ...added(answer, language),
  ...authorOf(answer, language),
  ...(answer.role === 'owner' && { message: authorNote(answer.name ?? null, language) }),
  ...(answer.isTruncated && { truncated: true, message: sentencesIn(language).truncated }),
})

/**
 * Why an answer is missing, incomplete or wrong about a person, or that the owner wrote it, as the
 * events say it; null for any other message.
 */
export const noteOf = (answer: AnswerParts, language: string): string | null => {
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
