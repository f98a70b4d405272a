// biome-ignore-all lint/a11y/noRedundantRoles: a phone's layout would take the roles away
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat, useWords } from '../words/words.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { ErrorPanel, Loading, type Reading, Skeleton } from './states.tsx'

export interface Column<Row> {
  /** The header is the key too: no two columns of a table have the same header. */
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  isNumber?: boolean
  /** Left out on a phone. */
  isMinor?: boolean
  /** For `VirtualTable`, as in CSS grid: `2fr`, `8rem`. */
  width?: string
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
  /** Buttons or a menu at the end of a row. */
  rowActions?: false | ((row: Row) => ReactNode)
  /** Number of placeholder rows while `rows` is undefined. */
  skeletonRows?: number
  /** Shown instead of a table without rows. */
  empty?: ReactNode
}

interface PlainTableProps<Row> extends TableProps<Row> {
  /** Where the rows come from. Without rows, its error is shown. */
  query?: Omit<Reading, 'data'>
  paging?: PagingProps
}

/** Real columns on a screen that has room for them, a card for each row on a phone. */
export const Table = <Row,>({ query, paging, ...props }: PlainTableProps<Row>) => {
  const { columns, rows, caption, rowActions, empty, skeletonRows = 8 } = props
  const words = useWords()
  if (!rows && query?.error) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  }
  if (rows?.length === 0 && empty !== undefined) return empty
  const table = (
    <table role="table" className="block w-full sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
        <tr role="row">
          {columns.map(({ header, isNumber }) => (
            <th
              key={header}
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
  if (!rows) return <Loading>{table}</Loading>
  return (
    <>
      {table}
      {paging && <Paging {...paging} />}
    </>
  )
}

const rowLook =
  'card relative block p-4 transition-colors sm:table-row sm:rounded-none sm:border-x-0 sm:border-t sm:border-b-0 sm:bg-transparent'
const cellLook =
  'flex items-baseline justify-between gap-4 py-0.5 sm:table-cell sm:px-3 sm:py-3 sm:align-middle'

// The first column names the row: when space is short, the others are shortened before it.
const nameLook = 'sm:block sm:min-w-36'

const TableRow = <Row,>({ row, table }: { row: Row; table: TableProps<Row> }) => {
  const { columns, rowLink, rowActions } = table
  const link = rowLink?.(row)
  return (
    <tr role="row" className={classNames(rowLook, link && 'focus-within:bg-hover hover:bg-hover')}>
      {columns.map((column, index) => (
        <td
          key={column.header}
          role="cell"
          className={classNames(
            cellLook,
            column.isNumber && 'sm:text-right',
            column.isMinor && 'hidden sm:table-cell',
            index === 0 && 'font-medium',
          )}
        >
          {index > 0 && (
            <span aria-hidden="true" className="text-small text-muted sm:hidden">
              {column.header}
            </span>
          )}
          {index === 0 && link ? (
            <Link
              {...link}
              className={classNames(nameLook, 'min-w-0 wrap-anywhere after:absolute after:inset-0')}
            >
              {column.cell(row)}
            </Link>
          ) : (
            <span className={classNames(index === 0 && nameLook, 'min-w-0 wrap-anywhere')}>
              {column.cell(row)}
            </span>
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

const pageSize = 50

/** The parameters of a list for one of its pages, from 1 on. */
export const onPage = (page = 1, limit = pageSize) => ({ limit, offset: (page - 1) * limit })

interface PagingProps {
  /** From 1 on; undefined for the first one. It is the parameter `page` of the address. */
  page: number | undefined
  pageSize?: number
  total: number | undefined
  /** A parameter of the address that belongs to the shown page only. */
  without?: string
}

/** Nothing where everything is on one page. */
export const Paging = (props: PagingProps) => {
  const { page = 1, pageSize: size = pageSize, total = 0, without = 'page' } = props
  const { ui } = useWords()
  const { number } = useFormat()
  const navigate = useNavigate()
  if (total <= size && page === 1) return null
  const first = (page - 1) * size + 1
  const last = Math.min(page * size, total)
  const open = (next: number) => {
    const search = (old: object) => ({
      ...old,
      [without]: undefined,
      page: next > 1 ? next : undefined,
    })
    void navigate({ to: '.', search })
    window.scrollTo({ top: 0 })
  }
  return (
    <nav aria-label={ui.pages} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-small text-muted">
        {ui.range(number(first), number(last), number(total))}
      </p>
      <div className="flex gap-2">
        <Button icon="left" disabled={page === 1} onClick={() => open(page - 1)}>
          {ui.previous}
        </Button>
        <Button icon="right" disabled={last >= total} onClick={() => open(page + 1)}>
          {ui.next}
        </Button>
      </div>
    </nav>
  )
}
