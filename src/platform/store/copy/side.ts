/** A value as both engines can store it. */
export type Value = string | number | Uint8Array | null
export type Row = Value[]
/** The values of the primary key. */
export type Key = Value[]

export interface Shape {
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
  read(shape: Shape, range: Range, maximum: number): Promise<Row[]>
  count(shape: Shape): Promise<number>
  upsert(shape: Shape, rows: Row[]): Promise<void>
  remove(shape: Shape, keys: Key[]): Promise<void>
  /** Runs `work` on the state of one instant. */
  snapshot<T>(work: () => Promise<T>): Promise<T>
  /** The last number that the database counted up to. */
  lastNumber(shape: Shape): Promise<number>
  setLastNumber(shape: Shape, last: number): Promise<void>
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

export const keyOf = ({ key }: Shape, row: Row): Key => key.map((at) => row[at] as Value)

/** `"a", "b"` */
export const list = (names: string[]): string => names.map((name) => `"${name}"`).join(', ')
