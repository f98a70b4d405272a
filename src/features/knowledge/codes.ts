import type { Db } from '../../platform/store/database.ts'
import { unknownCode } from './sources.problems.ts'
import { findCodes } from './sources.store.ts'

/** The ids of codes that a request names by id or short id. 422 for one of another organization. */
export const requireCodes = async (
  db: Db,
  organizationId: string,
  named: string[],
): Promise<string[]> => {
  const found = await findCodes(db, organizationId, named)
  const byName = new Map(
    found.flatMap(({ id, short_id }) => [
      [id, id],
      [short_id, id],
    ]),
  )
  return [
    ...new Set(
      named.map((name, at) => {
        const id = byName.get(name)
        if (id === undefined) throw unknownCode(at, name)
        return id
      }),
    ),
  ]
}
