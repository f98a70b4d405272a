import { createHash } from 'node:crypto'
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

/**
 * Texts of others for a model, as data: one line of JSON for each item, between two tags. An item can
 * neither begin a line nor write a tag, because line breaks and `<` are escaped, and it cannot know
 * the name of the tags.
 */
export const dataBlock = (name: string, items: unknown[]): string => {
  const lines = items.map((item) => JSON.stringify(item).replace(escaped, codeOf))
  // The mark is not random: the same items must be the same text for the cache of the provider.
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
  return [`<${name}-${hash}>`, ...lines, `</${name}-${hash}>`].join('\n')
}

/** `<`, and the line breaks that JSON leaves as they are. */
const escaped = /[<\u0085\u2028\u2029]/g
const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
