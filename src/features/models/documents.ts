import { dataBlock } from '../../platform/kit/data-block.ts'
import { estimateTokens, type ModelRequest } from './model.ts'
import type { Passage } from './passage.ts'

type Sent = Pick<ModelRequest, 'system' | 'messages' | 'passages' | 'isWhole'>

/**
 * The messages as a provider gets them: the passages precede a message of the visitor, as data.
 * Everything that a code knows stands before the first message, because providers cache the
 * beginning that does not change. Passages that were found for one question stand before it.
 */
export const messagesWithDocuments = (request: Sent): ModelRequest['messages'] => {
  const { messages, passages = [], isWhole = false } = request
  if (passages.length === 0) return messages
  const isVisitor = ({ role }: { role: string }) => role === 'visitor'
  const at = isWhole ? messages.findIndex(isVisitor) : messages.findLastIndex(isVisitor)
  return messages.map((message, index) =>
    index === at
      ? { ...message, text: `${documentsOf(passages)}\n\nThe visitor writes:\n${message.text}` }
      : message,
  )
}

const documentsOf = (passages: Passage[]): string =>
  dataBlock(
    'documents',
    passages.map((passage, index) => shownOf(passage, index + 1)),
  )

const shownOf = ({ title, headings, page, text }: Passage, number: number) => {
  const section = headings.join(' › ')
  return { number, title, ...(section && { section }), ...(page !== null && { page }), text }
}

/** Everything that a provider reads, for estimates. */
export const inputTokens = (request: Sent): number =>
  [request.system, ...messagesWithDocuments(request).map(({ text }) => text)].reduce(
    (sum, text) => sum + estimateTokens(text),
    0,
  )
