import type { papers } from '#contract/sheet-layouts.ts'
import { marksMm, marksOf } from './crop-marks.ts'
import type { FacePlace } from './items.ts'

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
