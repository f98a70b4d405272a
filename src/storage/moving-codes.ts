import type { Db } from './database.ts'

/** Codes whose rows still name another organization than the one that the code is in now. */
export interface MovingCodes {
  /** Not to be read by the organization that their rows name. */
  away: Set<string>
  /** Those among them that are in this organization: to be read by their code. */
  here: string[]
}

export const nothingMoves: MovingCodes = { away: new Set(), here: [] }

/**
 * A deletion or a move is visible at once, its rows follow in small steps. As a rule nothing moves,
 * and this is one look at an empty table.
 */
export const movingCodes = async (db: Db, organizationId: string): Promise<MovingCodes> => {
  const rows = await db
    .selectFrom('sum_transfers')
    .select(['code_id', 'to_organization_id'])
    .where((row) =>
      row.or([
        row('from_organization_id', '=', organizationId),
        row('to_organization_id', '=', organizationId),
      ]),
    )
    .execute()
  if (rows.length === 0) return nothingMoves
  const here = rows.filter(({ to_organization_id }) => to_organization_id === organizationId)
  return {
    away: new Set(rows.map(({ code_id }) => code_id)),
    here: [...new Set(here.map(({ code_id }) => code_id))],
  }
}
