import { Type } from 'typebox'
import { outcomes } from '#contract/outcomes.ts'
import { Int, Nullable, OneOf, Str } from '../../platform/http/schema.ts'
import type { Passage } from '../models/model.ts'

/** A passage that an answer cites, as it was when the answer was given. */
export interface Citation {
  /** The number of the mark in the text. */
  number: number
  passage_id: string
  source_id: string
  title: string
  url: string | null
  page: number | null
  headings: string[]
  /** Words of `text`, exactly as they stand there. */
  quote: string
  text: string
}

const maxCitations = 8
const longest = { quote: 300, text: 3000, title: 200, url: 2000, headings: 6 }

/**
 * The citations whose quote is in their passage, by the number of their mark. `order` has the
 * number of the passage of each mark.
 */
export const verifiedCitations = (
  passages: Passage[],
  order: number[],
  quotes: Map<number, string>,
): Map<number, Citation> => {
  const verified = new Map<number, Citation>()
  for (const [index, number] of order.entries()) {
    const passage = passages[number - 1]
    const quote = passage && findQuote(passage.text, quotes.get(number) ?? '')
    if (!quote || verified.size === maxCitations) continue
    verified.set(index + 1, citationOf(passage, quote, verified.size + 1))
  }
  return verified
}

const citationOf = (
  passage: Passage,
  { start, end }: { start: number; end: number },
  number: number,
): Citation => {
  const quoteEnd = Math.min(end, start + longest.quote)
  // A long passage is cut around the quote.
  const from = Math.max(0, Math.min(start - longest.text / 2, passage.text.length - longest.text))
  return {
    number,
    passage_id: passage.id,
    source_id: passage.sourceId,
    title: cut(passage.title, longest.title),
    url: isWebAddress(passage.url) ? passage.url : null,
    page: passage.page,
    headings: passage.headings
      .slice(-longest.headings)
      .map((heading) => cut(heading, longest.title)),
    quote: passage.text.slice(start, quoteEnd).toWellFormed(),
    text: passage.text.slice(from, from + longest.text).toWellFormed(),
  }
}

/** The page makes a link of it. */
const isWebAddress = (url: string | null): url is string =>
  url !== null && url.length <= longest.url && /^https?:\/\//i.test(url)

const cut = (text: string, maximum: number): string => text.slice(0, maximum).toWellFormed()

export const storedCitations = (citations: Citation[]): string | null =>
  citations.length === 0 ? null : JSON.stringify(citations)

export const readCitations = (stored: string | null): Citation[] =>
  stored === null ? [] : JSON.parse(stored)

export const MessageOutcome = Nullable(
  OneOf(
    [...outcomes],
    'How well the answer answers the question: `answered`, `partly`, or `unknown` if the assistant ' +
      'did not know. The model reports it; if it does not, it is estimated from the sources. A ' +
      'thumbs-down makes it `unknown`. Null for messages of the visitor, for incomplete answers, ' +
      'and without a report and sources.',
    'answered',
  ),
)

export const MessageCitations = Type.Array(
  Type.Object({
    number: Int('The number of the mark in the text: 1 for `[1]`.', 1),
    passage_id: Str('Passage id.', 'psg_01JB0000000000000000000000'),
    source_id: Str('The source of the passage.', 'src_01JB0000000000000000000000'),
    title: Str('The title of the source.', 'House manual'),
    url: Nullable(Str('The web page; null for other sources.', 'https://www.example.com/pool')),
    page: Nullable(Int('The page of a PDF, from 1; null for other sources.', 12)),
    headings: Type.Array(Type.String(), {
      description: 'The headings above the passage, from the outermost on.',
      examples: [['Leisure', 'Pool']],
    }),
    quote: Str(
      'The words that support the statement, exactly as in `text`, at most 300 characters.',
      'The pool is open from 8 to 20.',
    ),
    text: Str(
      'The passage as it was when the answer was given, at most 3,000 characters.',
      'The pool is open from 8 to 20. Towels are at the desk.',
    ),
  }),
  {
    description:
      'The passages that the answer cites, in the order of their marks. Only citations whose quote ' +
      'is in the passage are kept.',
  },
)

/** Fewer letters and digits prove nothing. */
const leastLength = 3

/**
 * The place of a quote in a text; null when the text does not have it. White space, case, accents,
 * quotation marks, dashes and the signs of Markdown may differ.
 */
export const findQuote = (text: string, quote: string): { start: number; end: number } | null => {
  const whole = trimmed(folded(quote).text, ' "\'')
  const words = trimmed(whole, ' "\'.')
  if (words.replace(/[^\p{L}\p{N}]/gu, '').length < leastLength) return null
  const { text: haystack, places } = folded(text)
  // Models end a quote with a full stop or an ellipsis of their own.
  const wanted = haystack.includes(whole) ? whole : words
  const at = haystack.indexOf(wanted)
  if (at < 0) return null
  const start = places[at] ?? 0
  const last = places[at + wanted.length - 1] ?? start
  const end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length
  return { start, end: withMarks(text, end) }
}

/** Without these characters at both ends. */
const trimmed = (text: string, characters: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && characters.includes(text[start] ?? '')) start += 1
  while (end > start && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

/** The accents of the last letter belong to the quote. */
const withMarks = (text: string, end: number): number => {
  let at = end
  while (/\p{M}/u.test(text[at] ?? '')) at += 1
  return at
}

/** The folded text, and for each of its characters its place in the original. */
const folded = (original: string): { text: string; places: number[] } => {
  const parts: string[] = []
  const places: number[] = []
  let at = 0
  for (const character of original) {
    const plain = plainOf(character)
    // A run of white space becomes one space.
    if (plain !== '' && (plain !== ' ' || parts.at(-1) !== ' ')) {
      parts.push(plain)
      for (let unit = 0; unit < plain.length; unit++) places.push(at)
    }
    at += character.length
  }
  return { text: parts.join(''), places }
}

const plainOf = (character: string): string => {
  if (/\s/.test(character)) return ' '
  if (/[*_`#|\\\u00ad\u200b-\u200f\u2060\ufeff]/.test(character)) return ''
  if (/[‘’‚‛′`´]/.test(character)) return "'"
  if (/[“”„‟«»″]/.test(character)) return '"'
  if (/\p{Pd}|\u2212/u.test(character)) return '-'
  return character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
