import { lowestId, madeAt } from '../../kit/ids.ts'

/** A table that PostgreSQL keeps in one partition for each month. */
export interface DividedTable {
  name: 'scans' | 'events' | 'deliveries' | 'delivery_attempts' | 'messages'
  /** The column whose value chooses the partition. */
  key: string
  /** The prefix of ids that begin with their time; null for a column of instants. */
  prefix: string | null
  /** The primary key of each partition, where the whole table cannot have one. */
  ownKey: string | null
}

const divided = (
  name: DividedTable['name'],
  key: string,
  prefix: string | null,
  ownKey: string | null = null,
): DividedTable => ({ name, key, prefix, ownKey })

export const scansTable = divided('scans', 'scanned_at', null, 'id')
export const eventsTable = divided('events', 'id', 'evt')
export const deliveriesTable = divided('deliveries', 'id', 'dlv')
export const attemptsTable = divided('delivery_attempts', 'delivery_id', 'dlv')
/** By the time of the conversation: a message is always looked up with its conversation. */
export const messagesTable = divided('messages', 'conversation_id', 'conv', 'id')

export const dividedTables = [
  scansTable,
  eventsTable,
  deliveriesTable,
  attemptsTable,
  messagesTable,
]

/** The lowest value of the key from an instant on. */
export const boundAt = ({ prefix }: DividedTable, instant: number): string =>
  prefix === null ? String(instant) : lowestId(prefix, instant)

/** The instant of a bound. */
export const instantOf = ({ prefix }: DividedTable, bound: string): number =>
  prefix === null ? Number(bound) : madeAt(bound)

/** The start of a month in UTC, counted from the month of `now`. */
export const monthStart = (now: number, months = 0): number => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}

/** `scans_2026_11` */
export const nameOfMonth = ({ name }: DividedTable, instant: number): string =>
  `${name}_${new Date(instant).toISOString().slice(0, 7).replace('-', '_')}`
