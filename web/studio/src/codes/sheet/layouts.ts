import { stickerBoxes } from '#contract/print-pieces.ts'
import { cellsOf, labelGrids, papers } from '#contract/sheet-layouts.ts'
import { usualPaper } from '../../ui/code/piece-file.ts'

/** Three own sizes, common label sheets, or custom columns and rows. */
export const sizes = ['large', 'medium', 'small', '2x4', '3x7', '4x6', 'own'] as const
export type Size = (typeof sizes)[number]

const ours = {
  large: { columns: 2, rows: 3 },
  medium: { columns: 3, rows: 4 },
  small: { columns: 4, rows: 6 },
}

/** The codes that a sheet is for; their ids are read when they are needed. */
export interface SheetSource {
  total: number
  read: (from: number, count: number) => Promise<string[]>
}

export const initialChoices = {
  paper: usualPaper,
  size: 'medium' as Size,
  // As typed.
  columns: '3',
  rows: '4',
  copies: '1',
  cutMarks: true,
  isFramed: false,
  /** Empty: the default of each code. */
  callToAction: '',
}

export type SheetChoices = typeof initialChoices

/** The largest number of each; the smallest is 1. */
export const largest = { columns: 10, rows: 15, copies: 100 }

/** Null while a number is missing or out of bounds. */
export const countIn = (choices: SheetChoices, name: keyof typeof largest): number | null => {
  const value = Number(choices[name])
  return Number.isInteger(value) && value >= 1 && value <= largest[name] ? value : null
}

/** As the API wants it; null while a number is missing or out of bounds. */
export const sheetLayoutOf = (choices: SheetChoices) => {
  const { paper, size, cutMarks } = choices
  const common = { paper, cut_marks: cutMarks }
  if (isLabels(size)) return { ...common, grid: size }
  if (size !== 'own') return { ...common, ...ours[size] }
  const columns = countIn(choices, 'columns')
  const rows = countIn(choices, 'rows')
  return columns === null || rows === null ? null : { ...common, columns, rows }
}

type SheetLayout = NonNullable<ReturnType<typeof sheetLayoutOf>>

export const isLabels = (size: Size): size is keyof typeof labelGrids => size in labelGrids

export const columnsAndRows = (size: Exclude<Size, 'own'>) =>
  isLabels(size) ? labelGrids[size] : ours[size]

/** The places on a page, and the width of a code, which has its name below it or a frame. */
export const sheetPageOf = (layout: SheetLayout, isFramed: boolean) => {
  const { paper } = layout
  const cells = cellsOf('grid' in layout ? { paper, grid: layout.grid } : { ...layout, paper })
  const { width = 0, height = 0 } = cells[0] ?? {}
  const padding = Math.min(3, width / 12, height / 12)
  const line = 1.2 * Math.min(Math.max(height * 0.07, 1.8), 3.2)
  const side = Math.min(width - 2 * padding, height - 2 * padding - line)
  const frame = isFramed
    ? { inset: padding / 2, ...stickerBoxes(width - padding, height - padding, true) }
    : null
  return { ...papers[paper], cells, side: frame?.code.width ?? side, line, frame }
}
