import type { Passage } from '../models/passage.ts'
import { findQuote } from './quotes.ts'

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
