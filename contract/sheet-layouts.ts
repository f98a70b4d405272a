interface AnyLayout {
  readonly paper: Paper
  /** Small crosses at the corners of the cells; for paper that is not cut yet. */
  readonly cutMarks?: boolean
}

/** Millimetres. */
interface FreeLayout extends AnyLayout {
  readonly columns: number
  readonly rows: number
  /** Between the edge of the paper and the cells; 10 when omitted. */
  readonly marginMm?: number
  /** Between the cells; 0 when omitted. */
  readonly gapMm?: number
}

/** Labels as they are sold, columns by rows. */
interface LabelLayout extends AnyLayout {
  readonly grid: LabelGrid
}

export type SheetLayout = FreeLayout | LabelLayout

export const papers = {
  a4: { widthMm: 210, heightMm: 297 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
} as const
export type Paper = keyof typeof papers

/** Each grid stands in the middle of its paper, which is where the makers of labels put it too. */
export const labelGrids = {
  '2x4': { columns: 2, rows: 4, widthMm: 99.1, heightMm: 67.7, gapMm: 2.5 },
  '3x7': { columns: 3, rows: 7, widthMm: 63.5, heightMm: 38.1, gapMm: 2.54 },
  '4x6': { columns: 4, rows: 6, widthMm: 48.5, heightMm: 44, gapMm: 0 },
} as const
type LabelGrid = keyof typeof labelGrids

/** Millimetres from the upper left corner of the paper. */
export interface Cell {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The places of one page, row by row. */
export const cellsOf = (layout: SheetLayout): Cell[] => {
  const { columns, rows, x, y, width, height, gapX, gapY } = gridOf(layout)
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: x + (index % columns) * (width + gapX),
    y: y + Math.floor(index / columns) * (height + gapY),
    width,
    height,
  }))
}

const gridOf = (layout: SheetLayout) => {
  const paper = papers[layout.paper]
  if ('grid' in layout) {
    const { columns, rows, widthMm: width, heightMm: height, gapMm } = labelGrids[layout.grid]
    return {
      columns,
      rows,
      width,
      height,
      x: (paper.widthMm - columns * width - (columns - 1) * gapMm) / 2,
      y: (paper.heightMm - rows * height) / 2,
      // Labels have gaps between columns only.
      gapX: gapMm,
      gapY: 0,
    }
  }
  const { columns, rows, marginMm = 10, gapMm = 0 } = layout
  const share = (length: number, count: number) =>
    (length - 2 * marginMm - (count - 1) * gapMm) / count
  return {
    columns,
    rows,
    width: share(paper.widthMm, columns),
    height: share(paper.heightMm, rows),
    x: marginMm,
    y: marginMm,
    gapX: gapMm,
    gapY: gapMm,
  }
}
