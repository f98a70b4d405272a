// biome-ignore-all lint/a11y/noRedundantRoles: a phone's layout would take the roles away
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.tsx'
import { classNames } from './class-names.ts'
import { Loading, Skeleton } from './states.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  isNumber?: boolean
  /** Left out on a phone. */
  isMinor?: boolean
  /** For `VirtualTable`, as in CSS grid: `2fr`, `8rem`. */
  width?: string
}

export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: Set<string>) => void
}

export interface TableProps<Row> {
  /** Name of the table for screen readers. */
  caption: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The page of a row: a press anywhere on the row opens it. */
  rowLink?: (row: Row) => LinkProps
  /** Name of a row for its checkbox; required with `selection`. */
  rowName?: (row: Row) => string
  selection?: Selection
  /** Buttons or a menu at the end of a row. */
  rowActions?: (row: Row) => ReactNode
  /** Number of placeholder rows while `rows` is undefined. */
  skeletonRows?: number
  /** Shown instead of a table without rows. */
  empty?: ReactNode
}

/** Real columns on a screen that has room for them, a card for each row on a phone. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { columns, rows, caption, selection, rowActions, empty, skeletonRows = 8 } = props
  const words = useWords()
  if (rows?.length === 0 && empty !== undefined) return empty
  const table = (
    <table role="table" className="block w-full sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
        <tr role="row">
          {selection && rows && (
            <th role="columnheader" scope="col" className="w-10 pb-2 text-left">
              <SelectAll selection={selection} keys={rows.map(props.rowKey)} />
            </th>
          )}
          {columns.map(({ key, header, isNumber }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={classNames(
                'px-3 pb-2 text-small font-medium text-muted',
                isNumber ? 'text-right' : 'text-left',
              )}
            >
              {header}
            </th>
          ))}
          {rowActions && (
            <th role="columnheader" scope="col">
              <span className="sr-only">{words.ui.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" className="flex flex-col gap-3 sm:table-row-group">
        {rows
          ? rows.map((row) => <TableRow key={props.rowKey(row)} row={row} table={props} />)
          : Array.from({ length: skeletonRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all alike
              <SkeletonRow key={row} count={columns.length + (rowActions ? 1 : 0)} />
            ))}
      </tbody>
    </table>
  )
  return rows ? table : <Loading>{table}</Loading>
}

const rowLook =
  'card relative block p-4 transition-colors sm:table-row sm:rounded-none sm:border-x-0 sm:border-t sm:border-b-0 sm:bg-transparent'
const cellLook =
  'flex items-baseline justify-between gap-4 py-0.5 sm:table-cell sm:px-3 sm:py-3 sm:align-middle'

const TableRow = <Row,>({ row, table }: { row: Row; table: TableProps<Row> }) => {
  const { columns, rowKey, rowLink, rowName, rowActions, selection } = table
  const link = rowLink?.(row)
  return (
    <tr role="row" className={classNames(rowLook, link && 'focus-within:bg-hover hover:bg-hover')}>
      {selection && (
        <td
          role="cell"
          className="absolute top-3 right-3 z-10 sm:static sm:table-cell sm:align-middle"
        >
          <SelectOne selection={selection} id={rowKey(row)} name={rowName?.(row) ?? rowKey(row)} />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          role="cell"
          className={classNames(
            cellLook,
            column.isNumber && 'sm:text-right',
            column.isMinor && 'hidden sm:table-cell',
            index === 0 && 'font-medium',
            index === 0 && selection && 'pr-10 sm:pr-3',
          )}
        >
          {index > 0 && (
            <span aria-hidden="true" className="text-small text-muted sm:hidden">
              {column.header}
            </span>
          )}
          {index === 0 && link ? (
            <Link {...link} className="min-w-0 wrap-anywhere after:absolute after:inset-0">
              {column.cell(row)}
            </Link>
          ) : (
            <span className="min-w-0 wrap-anywhere">{column.cell(row)}</span>
          )}
        </td>
      ))}
      {rowActions && (
        <td
          role="cell"
          className="relative z-10 block pt-2 text-right empty:hidden sm:table-cell sm:empty:table-cell sm:py-1 sm:align-middle"
        >
          {rowActions(row)}
        </td>
      )}
    </tr>
  )
}

const SkeletonRow = ({ count }: { count: number }) => (
  <tr role="row" className={rowLook}>
    {Array.from({ length: count }, (_, cell) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: grey cells are all alike
      <td key={cell} role="cell" className={cellLook}>
        <Skeleton className={classNames('my-1 h-4', cell === 0 ? 'w-40' : 'w-20')} />
      </td>
    ))}
  </tr>
)

const boxLook = 'size-5 accent-accent touch:size-6'

export const SelectAll = ({ selection, keys }: { selection: Selection; keys: string[] }) => {
  const { ui } = useWords()
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

export const SelectOne = (props: { selection: Selection; id: string; name: string }) => {
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
