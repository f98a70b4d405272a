import { callsToAction } from '#contract/calls-to-action.ts'
import {
  bleedsMm,
  defaultPieceSizes,
  faceSize,
  type PieceSize,
  type PrintKind,
  sizesOf,
} from '#contract/print-pieces.ts'
import { type Paper, papers } from '#contract/sheet-layouts.ts'
import type { Context } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { codesForSheet, type PrintableCode } from '../codes/drawings.ts'
import { type Drawn, imageIn } from '../drawing/scannable.ts'
import type { PieceJob } from './drawing.thread.ts'
import type { PiecePreview, PiecePreviewQuery, PieceQuery } from './images.schema.ts'

export const defaultCallToAction = ({ language }: Pick<PrintableCode, 'language'>): string =>
  callsToAction[language ?? 'en'][0]

const pieceOf = async (context: Context, id: string, query: PiecePreviewQuery) => {
  const { kind } = query
  const size = query.size ?? defaultPieceSizes[kind]
  if (!faceSize(kind, size)) {
    const sizes = sizesOf(kind).join(', ')
    throw invalidField('/size', 'invalid_size', `size must be one of: ${sizes}, for a ${kind}.`)
  }
  const [code] = (await codesForSheet(context, [id])) as [PrintableCode]
  return {
    kind,
    size,
    style: code.style,
    logo: code.logo,
    text: code.scanUrl,
    title: query.title ?? code.title,
    callToAction: query.call_to_action ?? defaultCallToAction(code),
  }
}

/** An A3 poster does not fit on A4. */
const requireFit = (kind: PrintKind, size: PieceSize, paper: Paper) => {
  const { widthMm = 0, heightMm = 0 } = faceSize(kind, size) ?? {}
  const { widthMm: maxWidth, heightMm: maxHeight } = papers[paper]
  if (widthMm <= maxWidth && heightMm * (kind === 'tent' ? 2 : 1) <= maxHeight) return
  throw invalidField('/size', 'larger_than_paper', `size must fit on ${paper}.`)
}

/** A printed piece as a file. */
export const printPiece = async (context: Context, id: string, query: PieceQuery) => {
  const { format = 'pdf', bleed_mm: bleed, crop_marks: marks } = query
  const isPdf = format === 'pdf'
  const job: PieceJob = {
    ...(await pieceOf(context, id, query)),
    format,
    bleedMm: bleed ?? (isPdf ? bleedsMm.default : 0),
    hasMarks: marks === undefined ? isPdf : marks === '1',
    paper: query.paper ?? null,
  }
  if (job.paper) requireFit(job.kind, job.size, job.paper)
  const { service, actor } = context
  const drawn = await service.threads.run<Drawn<Uint8Array>>('drawPiece', job, actor.userId)
  return { bytes: imageIn(drawn), format, fileName: `${job.kind}-${job.size}.${format}` }
}

/** The piece after cutting, and which texts cannot be printed. */
export const previewPiece = async (
  context: Context,
  id: string,
  query: PiecePreviewQuery,
): Promise<PiecePreview> => {
  const job = { ...(await pieceOf(context, id, query)), bleedMm: 0, hasMarks: false, paper: null }
  const { service, actor } = context
  return imageIn(
    await service.threads.run<Drawn<PiecePreview>>('drawPiecePreview', job, actor.userId),
  )
}
