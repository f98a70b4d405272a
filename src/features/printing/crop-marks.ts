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
const gap = 1
const length = 5
/** The width of an edge that has marks and no bleed. */
export const marksMm = gap + length
/** A quarter of a point, as print shops expect it. */
export const markWidthMm = 0.09
export const foldDashMm = 1

export const marksOf = ({ width, height, bleed, hasMarks, foldAt }: Sheet) => {
  if (!hasMarks) {
    // Without marks outside, the fold is drawn on the piece: on the ridge of a tent.
    const marks = foldAt === null ? [] : [{ ...horizontal(0, width, foldAt), isFold: true }]
    return { marginX: bleed, marginY: bleed, marks }
  }
  const [from, to] = [bleed + gap, bleed + gap + length]
  const marks = [0, height].flatMap((y) => besides(width, y, from, to, false))
  for (const x of [0, width]) {
    marks.push({ x1: x, x2: x, y1: -to, y2: -from, isFold: false })
    marks.push({ x1: x, x2: x, y1: height + from, y2: height + to, isFold: false })
  }
  if (foldAt !== null) marks.push(...besides(width, foldAt, from, to, true))
  return { marginX: to + gap, marginY: to + gap, marks }
}

const besides = (width: number, y: number, from: number, to: number, isFold: boolean): Mark[] => [
  { ...horizontal(-to, -from, y), isFold },
  { ...horizontal(width + from, width + to, y), isFold },
]

const horizontal = (x1: number, x2: number, y: number) => ({ x1, x2, y1: y, y2: y })
