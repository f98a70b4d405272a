import type { Db } from './database.ts'

/** Codes whose rows still name a former organization. */
export interface MovingCodes {
  /** Must not be read by the organization in their rows. */
  away: Set<string>
  /** The codes among them that now belong to this organization; they are read per code. */
  here: string[]
}

export const nothingMoves: MovingCodes = { away: new Set(), here: [] }

/**
 * A deletion or a move is visible at once, while its rows follow in small steps. Usually nothing is
 * moving, and this reads an empty table.
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
