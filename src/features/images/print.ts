import { callsToAction } from '#contract/calls-to-action.ts'
import { bleedsMm, defaultPieceSizes, faceSize, sizesOf } from '#contract/print-pieces.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { invalidField } from '../../platform/http/problem.ts'
import type { Threads } from '../../platform/kit/threads.ts'
import type { Codes } from '../codes/codes.legacy.ts'
import type { PrintableCode } from '../codes/drawings.ts'
import { type Drawn, imageIn, type PieceJob } from './drawing.thread.ts'
import type { PiecePreview, PiecePreviewQuery, PieceQuery } from './print.schema.ts'

interface PrintOptions {
  codes: Pick<Codes, 'forSheet'>
  threads: Pick<Threads, 'run'>
}

/** What a piece shows of a code: the only place that decides where title and colors come from. */
export const publicPartsOf = ({ title, style, logo }: PrintableCode) => ({ title, style, logo })

export const defaultCallToAction = ({ language }: Pick<PrintableCode, 'language'>): string =>
  callsToAction[language ?? 'en'][0]

export const createPrint = ({ codes, threads }: PrintOptions) => {
  const wanted = async (actor: Actor, id: string, query: PiecePreviewQuery) => {
    const { kind } = query
    const size = query.size ?? defaultPieceSizes[kind]
    if (!faceSize(kind, size)) {
      const sizes = sizesOf(kind).join(', ')
      throw invalidField('/size', 'invalid_size', `size must be one of: ${sizes}, for a ${kind}.`)
    }
    const [code] = (await codes.forSheet(actor, [id])) as [PrintableCode]
    const { title, ...drawable } = publicPartsOf(code)
    return {
      kind,
      size,
      ...drawable,
      text: code.scanUrl,
      title: query.title ?? title,
      callToAction: query.call_to_action ?? defaultCallToAction(code),
    }
  }

  return {
    /** A printed piece as a file. */
    async piece(actor: Actor, id: string, query: PieceQuery) {
      const { format = 'pdf', bleed_mm: bleed, crop_marks: marks } = query
      const isPdf = format === 'pdf'
      const job: PieceJob = {
        ...(await wanted(actor, id, query)),
        format,
        bleedMm: bleed ?? (isPdf ? bleedsMm.default : 0),
        hasMarks: marks === undefined ? isPdf : marks === '1',
      }
      const bytes = imageIn(await threads.run<Drawn<Uint8Array>>('drawPiece', job, actor.userId))
      return { bytes, format, fileName: `${job.kind}-${job.size}.${format}` }
    },

    /** The piece after cutting, and which texts cannot be printed. */
    async preview(actor: Actor, id: string, query: PiecePreviewQuery): Promise<PiecePreview> {
      const job = { ...(await wanted(actor, id, query)), bleedMm: 0, hasMarks: false }
      return imageIn(await threads.run<Drawn<PiecePreview>>('previewPiece', job, actor.userId))
    },
  }
}
