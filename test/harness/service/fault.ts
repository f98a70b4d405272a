import { sql } from 'kysely'
import type { Tables } from '../../../src/platform/store/tables.ts'
import type { Service } from './service.ts'

/**
 * Posts while a table is missing: nothing of the request may be stored. Does not use the client,
 * which refuses a 500. Returns the status.
 */
export const postWithoutTable = async (
  { database, address, key }: Service,
  table: keyof Tables,
  path: string,
  body: object,
): Promise<number> => {
  const rename = (from: string, to: string) =>
    database.transaction(({ db }) =>
      sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(db),
    )
  await rename(table, 'hidden')
  try {
    const { status } = await fetch(address + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return status
  } finally {
    await rename('hidden', table)
  }
}
