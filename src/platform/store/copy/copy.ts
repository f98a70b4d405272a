import { createHash, hash } from 'node:crypto'

/** A value as both engines can store it. */
export type StoredValue = string | number | Uint8Array | null
export type Row = StoredValue[]
/** The values of the primary key. */
export type Key = StoredValue[]

export interface TableShape {
  name: string
  columns: string[]
  /** The positions of the primary key in `columns`. */
  key: number[]
  /** Rows with bytes are read in smaller groups. */
  hasBytes: boolean
  /** Whether the key is a number that the database counts up. */
  isCounted: boolean
}

/** One of the two databases of a copy. */
export interface Side {
  /** The names of all tables, also of other programs. */
  tables(): Promise<Set<string>>
  /** Rows after a key and up to another, in the order of the key. Null: no bound. */
  read(shape: TableShape, range: Range, maximum: number): Promise<Row[]>
  count(shape: TableShape): Promise<number>
  upsert(shape: TableShape, rows: Row[]): Promise<void>
  remove(shape: TableShape, keys: Key[]): Promise<void>
  /** Runs `work` on the state of one instant. */
  snapshot<T>(work: () => Promise<T>): Promise<T>
  /** The last number that the database counted up to. */
  lastNumber(shape: TableShape): Promise<number>
  setLastNumber(shape: TableShape, last: number): Promise<void>
  /** Marks an incomplete copy, with which the service must not start. */
  mark(isCopying: boolean): Promise<void>
  isMarked(): Promise<boolean>
  close(): Promise<void>
}

export interface Range {
  after: Key | null
  until: Key | null
}

/**
 * The number of the transaction that wrote a row means nothing in another database. 0 is older than
 * every transaction.
 */
export const writtenBy = 'written_by'

/** Facts about the database itself, which stay where they are. */
export const ownSettings = ['clock', 'copying']

export const keyOf = ({ key }: TableShape, row: Row): Key => key.map((at) => row[at] as StoredValue)

export const keyNames = ({ columns, key }: TableShape): string[] =>
  key.map((at) => columns[at] ?? '')

/** `"a", "b"` */
export const quotedNames = (names: string[]): string => names.map((name) => `"${name}"`).join(', ')

/** Replaces the row with this key. */
export const onConflict = (shape: TableShape): string => {
  const rest = shape.columns.filter((_, at) => !shape.key.includes(at))
  const change = rest.map((name) => `"${name}" = excluded."${name}"`).join(', ')
  return `on conflict (${quotedNames(keyNames(shape))}) do ${change ? `update set ${change}` : 'nothing'}`
}

interface Group {
  /** The last key of the group; null: everything that follows. */
  until: Key | null
  /** The number of rows in the source, when the target had the same. */
  hash: string
}

export interface TableResult {
  table: string
  rows: number
  checksum: string
}

/** The copy differs from its source: a fault of the copy, the network or a disk. */
export class CopyDiffers extends Error {
  constructor(table: string) {
    super(`The table ${table} differs from its source after the copy. Nothing was switched over.`)
  }
}

interface CopyOptions {
  source: Side
  target: Side
  /** Parents before children. */
  shapes: TableShape[]
  /** Called after each group with the rows that were compared. */
  progress: (rows: number) => void
}

const groupRows = 5000
const groupRowsWithBytes = 50

/**
 * Copies a database in rounds, each from one instant of the source. A round compares the tables
 * group by group, and writes where they differ; a group that has not changed since the last round
 * is only read in the source. Everything may be interrupted and begun again at any point.
 */
export const createCopy = ({ source, target, shapes, progress }: CopyOptions) => {
  const known = new Map<TableShape, Group[]>()
  let isFirst = true

  const maxRowsOf = ({ hasBytes }: TableShape) => (hasBytes ? groupRowsWithBytes : groupRows)

  /** The groups of a table as they are now, with their rows. */
  async function* groupsOf(shape: TableShape) {
    let after: Key | null = null
    const bounds = (known.get(shape) ?? []).filter(({ until }) => until !== null)
    for (const { until } of bounds) {
      // A group grows when rows are added inside it; a limit would lose the rest.
      yield { after, until, rows: await source.read(shape, { after, until }, unlimited) }
      after = until
    }
    for (;;) {
      const rows: Row[] = await source.read(shape, { after, until: null }, maxRowsOf(shape))
      const last = rows.at(-1)
      // The last group has no end, so that rows which only the target has are found too.
      const until = last && rows.length === maxRowsOf(shape) ? keyOf(shape, last) : null
      yield { after, until, rows }
      if (until === null) return
      after = until
    }
  }

  /** The keys that only the target has. */
  const removeExtra = async (shape: TableShape) => {
    const former = known.get(shape) ?? []
    let at = 0
    for await (const { after, until, rows } of groupsOf(shape)) {
      if (former[at++]?.hash === hashOf(rows)) continue
      const present = new Set(rows.map((row) => textOf(keyOf(shape, row))))
      const there = await target.read(shape, { after, until }, unlimited)
      const extra = there.map((row) => keyOf(shape, row)).filter((key) => !present.has(textOf(key)))
      if (extra.length > 0) await target.remove(shape, extra)
    }
  }

  const writeChanged = async (shape: TableShape, isEmpty: boolean) => {
    const former = known.get(shape) ?? []
    const groups: Group[] = []
    // The target writes one group while the source reads the next.
    let writing: Promise<void> | undefined
    for await (const { after, until, rows } of groupsOf(shape)) {
      const group = { until, hash: hashOf(rows) }
      if (former[groups.length]?.hash !== group.hash) {
        const there = isEmpty ? [] : await target.read(shape, { after, until }, unlimited)
        const same = new Set(there.map(textOf))
        const changed = rows.filter((row) => !same.has(textOf(row)))
        await writing
        writing = changed.length > 0 ? target.upsert(shape, changed) : undefined
        // Awaited below; until then a failure must not count as unhandled.
        writing?.catch(() => undefined)
      }
      groups.push(group)
      progress(rows.length)
    }
    await writing
    known.set(shape, groups)
  }

  return {
    /** Makes the target equal to the source as it is now. */
    round: () =>
      source.snapshot(async () => {
        const counts = new Map<TableShape, number>()
        for (const shape of shapes) counts.set(shape, isFirst ? await target.count(shape) : 1)
        const isEmpty = (shape: TableShape) => counts.get(shape) === 0
        // Children first, and before anything is added: a new row may have the unique value of a
        // deleted one.
        for (const shape of shapes.toReversed()) {
          if (!isEmpty(shape)) await removeExtra(shape)
        }
        for (const shape of shapes) await writeChanged(shape, isEmpty(shape))
        isFirst = false
        for (const shape of shapes.filter(({ isCounted }) => isCounted)) {
          await target.setLastNumber(shape, await source.lastNumber(shape))
        }
      }),

    /** Reads both sides again, row by row. Throws when they differ. */
    async verify(): Promise<TableResult[]> {
      const results: TableResult[] = []
      for (const shape of shapes) {
        const expected = await checksum(source, shape, maxRowsOf(shape))
        const actual = await checksum(target, shape, maxRowsOf(shape))
        if (expected.checksum !== actual.checksum) throw new CopyDiffers(shape.name)
        results.push({ table: shape.name, ...actual })
      }
      return results
    },
  }
}

const unlimited = 1_000_000_000

const checksum = async (side: Side, shape: TableShape, maximum: number) => {
  const digest = createHash('sha256')
  let after: Key | null = null
  let count = 0
  for (;;) {
    const rows: Row[] = await side.read(shape, { after, until: null }, maximum)
    for (const row of rows) digest.update(`${textOf(row)}\n`)
    count += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < maximum) break
    after = keyOf(shape, last)
  }
  return { rows: count, checksum: digest.digest('hex').slice(0, 16) }
}

const hashOf = (rows: Row[]): string => hash('sha256', rows.map(textOf).join('\n'))

/** Equal for equal rows of both engines. */
const textOf = (row: Row): string =>
  JSON.stringify(row.map((value) => (value instanceof Uint8Array ? base64(value) : value)))

const base64 = (bytes: Uint8Array) => ({ bytes: Buffer.from(bytes).toString('base64') })
