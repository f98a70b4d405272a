import type { Db } from '../../platform/store/database.ts'
import { type AskedGroup, type Filter, readGroups } from './asked.store.ts'

/** The position of a group in the list: conversations, last asked, id. */
export type Place = [number, number, string]

export const placeOf = ({ conversations, last_asked_at, id }: AskedGroup): Place => [
  conversations.size,
  last_asked_at,
  id,
]

/** Negative when `a` comes before `b`. */
const compare = (a: AskedGroup, b: AskedGroup): number =>
  b.conversations.size - a.conversations.size ||
  b.last_asked_at - a.last_asked_at ||
  (a.id > b.id ? -1 : Number(a.id < b.id))

/** The groups that have questions, those of most conversations first, then the latest. */
export const rankedGroups = async (db: Db, filter: Filter): Promise<AskedGroup[]> => {
  const groups = await readGroups(db, filter, { newest: 1 })
  return groups.sort(compare)
}

export const isAfter = (group: AskedGroup, [conversations, lastAskedAt, id]: Place): boolean => {
  if (group.conversations.size !== conversations) return group.conversations.size < conversations
  if (group.last_asked_at !== lastAskedAt) return group.last_asked_at < lastAskedAt
  return group.id < id
}
