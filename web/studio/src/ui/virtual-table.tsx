// biome-ignore-all lint/a11y/useSemanticElements: a grid of CSS can be virtual, a <table> cannot
// biome-ignore-all lint/a11y/useFocusableInteractive: rows are not pressed, their links are
import { Link } from '@tanstack/react-router'
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isPhone } from '../browser.ts'
import { useWords } from '../words/words.tsx'
import { classNames } from './class-names.ts'
import { Loading, Skeleton } from './states.tsx'
import type { Column, TableProps } from './table.tsx'

export interface RowSelection {
  selected: ReadonlySet<string>
  onChange: (selected: Set<string>) => void
}

interface VirtualTableProps<Row> extends TableProps<Row> {
  /** Name of a row for its checkbox; required with `selection`. */
  rowName?: (row: Row) => string
  selection?: RowSelection
  rows: readonly Row[]
  /** How many there are in all, loaded or not. */
  total: number
  isPending: boolean
  /** Called when the last loaded rows come into view. */
  loadMore: () => void
  rowHeight: number
}

/** A table of thousands of rows that renders only visible ones. Takes the result of `useCodePages`. */
export const VirtualTable = <Row,>(props: VirtualTableProps<Row>) => {
  const { rows, total, isPending, loadMore, empty, selection, rowHeight } = props
  const words = useWords()
  const list = useRef<HTMLDivElement>(null)
  const inView = useRowsInView(list, rowHeight, props)
  const last = inView.at(-1) ?? 0
  useEffect(() => {
    if (rows.length > 0 && rows.length < total && last >= rows.length - 30) loadMore()
  }, [rows.length, total, last, loadMore])

  if (!isPending && total === 0 && empty !== undefined) return empty
  const template = gridOf(props)
  return (
    <>
      <div role="table" aria-label={props.caption} aria-rowcount={total + 1}>
        <div role="rowgroup">
          <div
            role="row"
            aria-rowindex={1}
            className="grid items-center gap-3 sm:gap-5 border-b border-line px-3 pb-2 text-small font-medium text-muted"
            style={{ gridTemplateColumns: template }}
          >
            {selection && (
              <span role="columnheader" className="flex">
                <SelectAll table={props} selection={selection} />
              </span>
            )}
            {props.columns.map(({ header, isNumber, isMinor }) => (
              <span key={header} role="columnheader" className={cellLook(isNumber, isMinor)}>
                {header}
              </span>
            ))}
            {props.rowActions && (
              <span role="columnheader" className="sr-only">
                {words.ui.actions}
              </span>
            )}
          </div>
        </div>
        <div ref={list} role="rowgroup">
          {isPending ? (
            <Loading>
              {Array.from({ length: 12 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all alike
                <Skeleton key={row} className="my-5 h-4 w-full" />
              ))}
            </Loading>
          ) : (
            <div className="relative" style={{ height: rows.length * rowHeight }}>
              {inView.map((index) => {
                const row = rows[index]
                if (row === undefined) return null
                return (
                  <div
                    key={props.rowKey(row)}
                    role="row"
                    aria-rowindex={index + 2}
                    className="absolute inset-x-0 grid items-center gap-3 sm:gap-5 border-b border-line px-3 focus-within:bg-hover hover:bg-hover"
                    style={{
                      gridTemplateColumns: template,
                      height: rowHeight,
                      transform: `translateY(${index * rowHeight}px)`,
                    }}
                  >
                    <Cells row={row} table={props} />
                  </div>
                )
              })}
            </div>
          )}
        </div>
      </div>
      {rows.length < total && !isPending && (
        <p role="status" className="py-4 text-center text-small text-muted">
          {words.ui.loadingMore}
        </p>
      )}
    </>
  )
}

interface CellsProps<Row> {
  row: Row
  table: VirtualTableProps<Row>
}

const PlainCells = <Row,>({ row, table }: CellsProps<Row>) => {
  const { columns, rowKey, rowName, rowLink, rowActions, selection } = table
  const link = rowLink?.(row)
  return (
    <>
      {selection && (
        <span role="cell" className="z-10 flex">
          <SelectOne selection={selection} id={rowKey(row)} name={rowName?.(row) ?? rowKey(row)} />
        </span>
      )}
      {columns.map(({ header, cell, isNumber, isMinor }, index) => (
        <span key={header} role="cell" className={cellLook(isNumber, isMinor)}>
          {index === 0 && link ? (
            <Link {...link} className="font-medium after:absolute after:inset-0">
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </span>
      ))}
      {rowActions && (
        <span role="cell" className="z-10 text-right">
          {rowActions(row)}
        </span>
      )}
    </>
  )
}

// While the table scrolls its properties stay the same object: only rows that come into view are
// drawn.
const Cells = memo(PlainCells) as typeof PlainCells

const cellLook = (isNumber: boolean | undefined, isMinor: boolean | undefined) =>
  classNames('min-w-0 truncate', isNumber && 'text-right', isMinor && 'hidden sm:block')

const gridOf = <Row,>({ columns, selection, rowActions }: VirtualTableProps<Row>): string => {
  const isSmall = isPhone()
  // The first column names the row: when space is short, the others are shortened before it.
  const width = ({ width = '1fr' }: Column<Row>, index: number) =>
    index === 0 ? `minmax(${isSmall ? 0 : '12rem'}, 2fr)` : `minmax(0, ${width})`
  const shown = columns.filter(({ isMinor }) => !isMinor || !isSmall)
  return [selection && '1.5rem', ...shown.map(width), rowActions && '3rem']
    .filter(Boolean)
    .join(' ')
}

const boxLook = 'size-5 accent-accent touch:size-6'

interface SelectAllProps<Row> {
  table: VirtualTableProps<Row>
  selection: RowSelection
}

const PlainSelectAll = <Row,>({ table, selection }: SelectAllProps<Row>) => {
  const { ui } = useWords()
  const keys = table.rows.map(table.rowKey)
  const count = keys.filter((key) => selection.selected.has(key)).length
  return (
    <input
      type="checkbox"
      aria-label={ui.selectAll}
      className={boxLook}
      checked={count > 0 && count === keys.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < keys.length
      }}
      onChange={(event) => selection.onChange(new Set(event.target.checked ? keys : []))}
    />
  )
}

const SelectAll = memo(PlainSelectAll) as typeof PlainSelectAll

const SelectOne = (props: { selection: RowSelection; id: string; name: string }) => {
  const { ui } = useWords()
  const { selected, onChange } = props.selection
  return (
    <input
      type="checkbox"
      aria-label={ui.selectRow(props.name)}
      className={boxLook}
      checked={selected.has(props.id)}
      onChange={(event) => {
        const next = new Set(selected)
        if (event.target.checked) next.add(props.id)
        else next.delete(props.id)
        onChange(next)
      }}
    />
  )
}

/** Rows rendered beyond the edges of the screen, for quick scrolling. */
const spare = 6
/** The range moves by this many rows: the list must not render at every pixel. */
const step = 4

const rangeOf = (list: HTMLElement | null, rowHeight: number): string => {
  const top = list?.getBoundingClientRect().top ?? 0
  const down = (rows: number) => Math.max(0, Math.floor(rows / step) * step)
  const first = down(-top / rowHeight - spare)
  const last = down((innerHeight - top) / rowHeight + spare + step)
  return `${first} ${last}`
}

/** The indexes of the visible rows of a list with one row height, scrolled by the window. */
const useRowsInView = (
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  table: { rows: readonly unknown[] },
): number[] => {
  // A string, because setting an equal string does not render again.
  const [range, setRange] = useState(() => rangeOf(null, rowHeight))
  // The filters and notices above the list may have changed its position, but not while it scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object means a new render of the page
  useLayoutEffect(() => setRange(rangeOf(list.current, rowHeight)), [list, rowHeight, table])
  useEffect(() => {
    const measure = () => {
      const next = rangeOf(list.current, rowHeight)
      // Synchronously, or the screen shows a gap before the rows appear.
      flushSync(() => setRange(next))
    }
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [list, rowHeight])
  const [first = 0, last = 0] = range.split(' ').map(Number)
  const length = Math.max(0, Math.min(last, table.rows.length) - first)
  return Array.from({ length }, (_, index) => first + index)
}
