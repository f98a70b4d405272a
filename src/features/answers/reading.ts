import { type Citation, verifiedCitations } from '../conversations/citations.ts'
import type { ModelRequest, Report } from '../models/model.ts'
import { createMarks, renumbered } from './marks.ts'
import { createTrailerFilter } from './trailer.ts'

/** An answer after its end. */
export interface ReadAnswer {
  text: string
  citations: Citation[]
  report: Report | null
  /** The model has ended its text, although it may have been cut off in its report. */
  isTextComplete: boolean
}

/** Reads an answer while it arrives: the text for the visitor, the citations and the report. */
export const createReading = ({ passages = [] }: Pick<ModelRequest, 'passages'>) => {
  const trailer = createTrailerFilter()
  const marks = createMarks(passages.length)
  let received = ''
  let shown = ''
  let beside: Report | null = null

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
    note(report: Report) {
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
