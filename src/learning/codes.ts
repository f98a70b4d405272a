import type { Db } from '../storage/database.ts'
import type { AskedGroup } from './asked.store.ts'
import type { GroupRow } from './grouping.store.ts'
import { unknownCode } from './learning.problems.ts'
import { knownCodes } from './learning.store.ts'

export const codeIdsOf = ({ code_ids }: Pick<GroupRow, 'code_ids'>): string[] | null =>
  code_ids && JSON.parse(code_ids)

/** The codes that groups name and that still exist. */
export const knownCodesOf = async (db: Db, organizationId: string, groups: AskedGroup[]) => {
  const ids = new Set(groups.flatMap((group) => codeIdsOf(group) ?? []))
  return ids.size === 0 ? ids : await knownCodes(db, organizationId, [...ids])
}

/**
 * The codes of the request, or else those of the question. A code that was deleted or moved since
 * drops out of the question; when none is left, it is for all codes.
 */
export const chosenCodes = async (
  db: Db,
  group: GroupRow,
  given: string[] | null | undefined,
): Promise<string[] | null> => {
  const ids = given === undefined ? codeIdsOf(group) : given
  if (ids === null) return null
  const known = await knownCodes(db, group.organization_id, ids)
  const at = ids.findIndex((id) => !known.has(id))
  if (at < 0) return ids
  if (given === undefined) return known.size > 0 ? [...known] : null
  throw unknownCode(at)
}
