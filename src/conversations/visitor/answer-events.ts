import { eventText } from '../../http/output/streams.ts'
import { sentencesIn } from './sentences.ts'

/** A server-sent event of an answer. */
export const answerEvent = (id: string, event: string, data: object): string =>
  eventText(id, event, JSON.stringify(data))

/** The length without an incomplete surrogate pair at the end; its second half follows later. */
export const wholeLength = (text: string): number => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
}

interface FailedAnswer {
  messageId: string
  errorCode: string | null
  isRetryable: boolean
  text: string
}

export const errorData = (failed: FailedAnswer, language: string) => {
  const { interrupted, modelFailed } = sentencesIn(language)
  return {
    message_id: failed.messageId,
    code: failed.errorCode ?? 'internal_error',
    message: failed.errorCode === 'interrupted' ? interrupted : modelFailed,
    retryable: failed.isRetryable,
    // A reader may have received more than a crashed process had saved.
    kept_characters: failed.text.length,
  }
}
