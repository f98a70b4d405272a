import type { papers } from '#contract/sheet-layouts.ts'
import type { FacePlace } from './faces.ts'

/** A thin line outside of the piece that says where to cut or fold it. */
export interface Mark {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  /** Dashed: fold here. */
  readonly isFold: boolean
}

interface Sheet {
  readonly width: number
  readonly height: number
  readonly bleed: number
  readonly hasMarks: boolean
  /** The height of the fold; null without a fold. */
  readonly foldAt: number | null
}

/** Between the bleed and a mark, so that no mark is left on a piece that is cut too wide. */
const markGap = 1

const markLength = 5

/** The width of an edge that has marks and no bleed. */
const marksMm = markGap + markLength

/** A quarter of a point, as print shops expect it. */
export const markWidthMm = 0.09

export const foldDashMm = 1

export const marksOf = ({ width, height, bleed, hasMarks, foldAt }: Sheet) => {
  if (!hasMarks) {
    // Without marks outside, the fold is drawn on the piece: on the ridge of a tent.
    const marks = foldAt === null ? [] : [{ ...horizontal(0, width, foldAt), isFold: true }]
    return { marginX: bleed, marginY: bleed, marks }
  }
  const [from, to] = [bleed + markGap, bleed + markGap + markLength]
  const marks = [0, height].flatMap((y) => besides(width, y, from, to, false))
  for (const x of [0, width]) {
    marks.push({ x1: x, x2: x, y1: -to, y2: -from, isFold: false })
    marks.push({ x1: x, x2: x, y1: height + from, y2: height + to, isFold: false })
  }
  if (foldAt !== null) marks.push(...besides(width, foldAt, from, to, true))
  return { marginX: to + markGap, marginY: to + markGap, marks }
}

const besides = (width: number, y: number, from: number, to: number, isFold: boolean): Mark[] => [
  { ...horizontal(-to, -from, y), isFold },
  { ...horizontal(width + from, width + to, y), isFold },
]

const horizontal = (x1: number, x2: number, y: number) => ({ x1, x2, y1: y, y2: y })

interface Placed {
  readonly width: number
  readonly height: number
  readonly faces: readonly FacePlace[]
  readonly foldAt: number | null
}

/** Office printers leave an edge of this width empty. */
const edgeMm = 8
/** Between stickers, so that scissors can follow the edge of each. */
const gapMm = 4

/**
 * The piece in true size in the middle of the paper; stickers as often as they fit. A piece of the
 * size of the paper has no marks, because nothing is cut.
 */
export const onPaper = (
  { widthMm, heightMm }: (typeof papers)[keyof typeof papers],
  piece: Placed,
  isRepeated: boolean,
) => {
  const columns = isRepeated ? countOf(widthMm, piece.width) : 1
  const rows = isRepeated ? countOf(heightMm, piece.height) : 1
  const width = columns * (piece.width + gapMm) - gapMm
  const height = rows * (piece.height + gapMm) - gapMm
  const [marginX, marginY] = [(widthMm - width) / 2, (heightMm - height) / 2]
  const hasMarks = !isRepeated && Math.min(marginX, marginY) >= marksMm
  const { marks } = isRepeated ? { marks: [] } : marksOf({ ...piece, bleed: 0, hasMarks })
  const faces = Array.from({ length: columns * rows }, (_, index) =>
    piece.faces.map((face) => ({
      ...face,
      x: face.x + (index % columns) * (piece.width + gapMm),
      y: face.y + Math.floor(index / columns) * (piece.height + gapMm),
    })),
  ).flat()
  return { width, height, marginX, marginY, marks, faces }
}

const countOf = (paperMm: number, sideMm: number): number =>
  Math.max(1, Math.floor((paperMm - 2 * edgeMm + gapMm) / (sideMm + gapMm)))
