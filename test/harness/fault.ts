import { sql } from 'kysely'
import type { Tables } from '../../src/storage/tables.ts'
import type { Service } from './service.ts'

/**
 * Posts while a table is away: what was to be written with it must not be written either. Goes
 * past the client, which takes no 500: here it is the fault that was asked for. Answers the status.
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
