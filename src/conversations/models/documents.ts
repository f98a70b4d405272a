import { createHash } from 'node:crypto'
import type { Passage } from '../../knowledge/passage.ts'
import { estimateTokens, type ModelRequest } from './model.ts'

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

/**
 * One line of JSON for each passage, between two tags. A passage can neither begin a line nor
 * write a tag, because line breaks and `<` are escaped, and it cannot know the name of the tags.
 */
const documentsOf = (passages: Passage[]): string => {
  const lines = passages.map((passage, index) => lineOf(passage, index + 1))
  // Not random: the same passages must be the same text for the cache of the provider.
  const name = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
  return [`<documents-${name}>`, ...lines, `</documents-${name}>`].join('\n')
}

const lineOf = ({ title, headings, page, text }: Passage, number: number): string => {
  const section = headings.join(' › ')
  const shown = { number, title, ...(section && { section }), ...(page !== null && { page }), text }
  return JSON.stringify(shown).replace(escaped, codeOf)
}

/** `<`, and the line breaks that JSON leaves as they are. */
const escaped = /[<\u0085\u2028\u2029]/g
const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Everything that a provider reads, for estimates. */
export const inputTokens = (request: Sent): number =>
  [request.system, ...messagesWithDocuments(request).map(({ text }) => text)].reduce(
    (sum, text) => sum + estimateTokens(text),
    0,
  )
