import { type Outcome, outcomes } from '#contract/outcomes.ts'
import { type Citation, verifiedCitations } from '../conversations/citations.ts'
import type { ModelReport, ModelRequest } from '../models/model.ts'

/** An answer after its end. */
interface ReadAnswer {
  text: string
  citations: Citation[]
  report: ModelReport | null
  /** The model has ended its text, although it may have been cut off in its report. */
  isTextComplete: boolean
}

/** Reads an answer while it arrives: the text for the visitor, the citations and the report. */
export const createReading = ({ passages = [] }: Pick<ModelRequest, 'passages'>) => {
  const trailer = createTrailerFilter()
  const marks = createMarks(passages.length)
  let received = ''
  let shown = ''
  let beside: ModelReport | null = null

  const show = (text: string): string => {
    shown += text
    return text
  }

  return {
    /** The part of the answer that the visitor can read now. */
    push(text: string): string {
      received += text
      return show(marks.push(trailer.push(text)))
    },

    /** A report that did not come in the text. */
    note(report: ModelReport) {
      beside = report
    },

    /** The rest of the text for the visitor. */
    flush: (isComplete: boolean): string => show(marks.push(trailer.end(isComplete)) + marks.end()),

    /** Everything that the model wrote: it is billed. */
    received: () => received,

    /**
     * After `flush`. The text is the one that was shown, except that marks without a verified quote
     * are removed.
     */
    end(): ReadAnswer {
      const report = beside ?? trailer.report()
      const order = marks.order()
      const verified = verifiedCitations(passages, order, report?.quotes ?? new Map())
      const text =
        verified.size === order.length
          ? shown
          : renumbered(shown, order.length, (mark) => verified.get(mark)?.number ?? null)
      const citations = [...verified.values()]
      return { text, citations, report, isTextComplete: trailer.hasReport() }
    },
  }
}

/** The frame asks the model to end its answer with its report between these tags. */
export const reportTags = { begin: '<answer-report>', end: '</answer-report>' }

/** Eight quotes of the longest length, and some space. The rest is discarded. */
const maxCharacters = 8000

/**
 * Takes the reports of a model out of its text, wherever the text is split. It holds back only what
 * may be the beginning of a report: white space, and the first letters of its tag.
 */
const createTrailerFilter = () => {
  const { begin, end } = reportTags
  let buffered = ''
  let inside: string | null = null
  let hasReport = false
  let hasText = false
  let report: ModelReport | null = null

  const close = (text: string) => {
    // The last readable one of several reports counts.
    report = readReport(text) ?? report
    inside = null
  }

  const show = (text: string): string => {
    // White space around a report belongs to it.
    const shown = hasReport && !hasText ? text.trimStart() : text
    hasText ||= shown !== ''
    return shown
  }

  return {
    /** The text that can be shown now. */
    push(text: string): string {
      buffered += text
      let shown = ''
      for (;;) {
        const at = buffered.indexOf(inside === null ? begin : end)
        if (inside === null && at < 0) {
          const shownLength = buffered.length - bufferedLength(buffered)
          shown += show(buffered.slice(0, shownLength))
          buffered = buffered.slice(shownLength)
          return shown
        }
        if (inside === null) {
          shown += show(buffered.slice(0, at).trimEnd())
          buffered = buffered.slice(at + begin.length)
          inside = ''
          hasReport = true
        } else if (at < 0) {
          // The last letters may be the beginning of the closing tag.
          const read = Math.max(0, buffered.length - end.length + 1)
          inside = (inside + buffered.slice(0, read)).slice(0, maxCharacters)
          buffered = buffered.slice(read)
          return shown
        } else {
          close(inside + buffered.slice(0, at))
          buffered = buffered.slice(at + end.length)
        }
      }
    },

    /**
     * The rest of the text. The end of the answer also ends a report. `isComplete` is false when
     * the answer was cut off, so that its last letters may be the beginning of a tag.
     */
    end(isComplete: boolean): string {
      const rest = buffered
      buffered = ''
      if (inside !== null) {
        close(inside + rest)
        return ''
      }
      const tag = tagLength(rest)
      const isTag = tag > (isComplete ? 1 : 0)
      return show(isTag ? rest.slice(0, rest.length - tag).trimEnd() : rest)
    },

    report: (): ModelReport | null => report,
    /** Whether the model has begun a report: then the text before it is complete. */
    hasReport: (): boolean => hasReport,
  }
}

/** The length of the beginning of a tag at the end of a text. */
const tagLength = (text: string): number => {
  const { begin } = reportTags
  for (let length = Math.min(begin.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(begin.slice(0, length))) return length
  }
  return 0
}

/** The length of what may be the beginning of a report: white space and a part of its tag. */
const bufferedLength = (text: string): number => {
  let start = text.length - tagLength(text)
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1
  return text.length - start
}

/** Reads a complete or truncated report. Null if it has neither an outcome nor a quote. */
const readReport = (text: string): ModelReport | null => {
  const [, named] = /"outcome"\s{0,9}:\s{0,9}"(\w{1,20})"/.exec(text) ?? []
  const outcome = outcomes.find((one): one is Outcome => one === named) ?? null
  const quotes = new Map<number, string>()
  for (const { 0: start, 1: number, index } of text.matchAll(quoteStart)) {
    const words = textOf(stringFrom(text, index + start.length))
    if (words !== null) quotes.set(Number(number), words)
  }
  return outcome === null && quotes.size === 0 ? null : { outcome, quotes }
}

/** The start of a member of a JSON object with a number as its name. */
const quoteStart = /"(\d{1,3})"\s{0,9}:\s{0,9}"/g
const longestQuote = 1000

/** The JSON of a string up to its closing quotation mark; null when that is missing or far away. */
const stringFrom = (text: string, start: number): string | null => {
  for (let at = start; at < text.length && at - start <= longestQuote; at++) {
    if (text[at] === '"') return text.slice(start, at)
    if (text[at] === '\\') at += 1
  }
  return null
}

const textOf = (json: string | null): string | null => {
  if (!json) return null
  try {
    return JSON.parse(`"${json.replace(/[\n\r\t]/g, ' ')}"`)
  } catch {
    return null
  }
}

/**
 * Numbers the marks of citations in the order in which they appear. A model writes the number of a
 * passage, such as `[7]` or `[2, 7]`; the visitor reads `[1]`, `[2]`. Other numbers in brackets stay.
 */
const createMarks = (passages: number) => {
  /** The numbers of the passages, in order. */
  const order: number[] = []
  let buffered = ''

  const numbered = (text: string): string =>
    text.replace(markPattern, (mark, list: string) => {
      const numbers = list.split(/[,;]/).map(Number)
      if (!numbers.every((number) => number >= 1 && number <= passages)) return mark
      return numbers.map((number) => `[${placeOf(number)}]`).join('')
    })

  const placeOf = (number: number): number => {
    if (!order.includes(number)) order.push(number)
    return order.indexOf(number) + 1
  }

  return {
    /** The text that can be shown now: it holds back what may be the beginning of a mark. */
    push(text: string): string {
      if (passages === 0) return text
      buffered += text
      const start = openPattern.exec(buffered.slice(-longestMark))
      const shownLength = start ? buffered.length - start[0].length : buffered.length
      const shown = numbered(buffered.slice(0, shownLength))
      buffered = buffered.slice(shownLength)
      return shown
    },
    end(): string {
      const rest = numbered(buffered)
      buffered = ''
      return rest
    },
    /** The number of the passage that each mark stands for, from mark 1 on. */
    order: (): number[] => order,
  }
}

const markPattern = /\[([\d,;\s]{1,38})\]/g
const openPattern = /\[[\d,;\s]{0,39}$/
const longestMark = 40

/** A copy without the marks from 1 to `maximum`, and without the space before them. */
export const withoutMarks = (text: string, maximum: number): string =>
  renumbered(text, maximum, () => null)

/** Gives each mark from 1 to `maximum` another number; null removes it. */
const renumbered = (
  text: string,
  maximum: number,
  numberOf: (mark: number) => number | null,
): string =>
  text.replace(/([ \u00a0]?)\[(\d{1,3})\]/g, (whole, space: string, digits: string) => {
    const mark = Number(digits)
    if (mark < 1 || mark > maximum) return whole
    const number = numberOf(mark)
    return number === null ? '' : `${space}[${number}]`
  })
