import { type Outcome, outcomes } from '#contract/outcomes.ts'
import type { Report } from '../models/model.ts'

/** The frame asks the model to end its answer with its report between these tags. */
export const reportTags = { begin: '<answer-report>', end: '</answer-report>' }

/** Eight quotes of the longest length, and some space. The rest is discarded. */
const maxCharacters = 8000

/**
 * Takes the reports of a model out of its text, wherever the text is split. It holds back only what
 * may be the beginning of a report: white space, and the first letters of its tag.
 */
export const createTrailerFilter = () => {
  const { begin, end } = reportTags
  let buffered = ''
  let inside: string | null = null
  let hasReport = false
  let hasText = false
  let report: Report | null = null

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

    report: (): Report | null => report,
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
const readReport = (text: string): Report | null => {
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
