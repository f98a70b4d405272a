import type { Db } from '../../platform/store/database.ts'
import type { AskedGroup } from './asked.store.ts'
import type { GroupRow } from './grouping.store.ts'
import { unknownCode } from './questions.problems.ts'
import { knownCodes } from './questions.store.ts'

export const codeIdsOf = ({ code_ids }: Pick<GroupRow, 'code_ids'>): string[] | null =>
  code_ids && JSON.parse(code_ids)

/** The codes that groups name and that still exist. */
export const knownCodesOf = async (db: Db, organizationId: string, groups: AskedGroup[]) => {
  const ids = new Set(groups.flatMap((group) => codeIdsOf(group) ?? []))
  return ids.size === 0 ? ids : await knownCodes(db, organizationId, [...ids])
}

/**
 * A code that was deleted or moved drops out of a question. When none is left, an open question is
 * for all codes again; an answer is for none, because it may be wrong at another code.
 */
export const codesLeft = (
  { code_ids, status }: Pick<GroupRow, 'code_ids' | 'status'>,
  known: ReadonlySet<string>,
): string[] | null => {
  const left = codeIdsOf({ code_ids })?.filter((id) => known.has(id)) ?? null
  return left?.length === 0 && status !== 'answered' ? null : left
}

/** The codes of the request, or else those of the question. */
export const chosenCodes = async (
  db: Db,
  group: GroupRow,
  given: string[] | null | undefined,
): Promise<string[] | null> => {
  const ids = given === undefined ? codeIdsOf(group) : given
  if (ids === null) return null
  const known = await knownCodes(db, group.organization_id, ids)
  if (given === undefined) return codesLeft(group, known)
  const at = ids.findIndex((id) => !known.has(id))
  if (at < 0) return ids
  throw unknownCode(at)
}
