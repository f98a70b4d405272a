import assert from 'node:assert/strict'
import { createLog } from '../../../src/platform/kit/log.ts'
import { openDatabase } from '../../../src/platform/store/open.ts'

interface Expected {
  /** The ids of codes whose creation was acknowledged. */
  acknowledged: string[]
  /** The maximum of further codes, from requests that never got their response. */
  inFlight?: number
}

/**
 * Reads the database next to a running service. Every acknowledged code exists and is complete:
 * with its content and its one event, and each organization with its count.
 */
export const assertBooks = async (
  databaseUrl: string,
  { acknowledged, inFlight = 0 }: Expected,
) => {
  const { codes, contents, events, organizations } = await readBooks(databaseUrl)
  const ids = new Set(codes.map(({ id }) => id))
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
    'acknowledged, and lost',
  )
  const more = ids.size - acknowledged.length
  assert.ok(more <= inFlight, `${more} codes that nobody was told of, ${inFlight} were under way`)
  assert.deepEqual(contents, [...ids].sort(), 'codes and their contents')
  assert.deepEqual(events, [...ids].sort(), 'codes and their events')
  for (const { id, codes_active } of organizations) {
    const rows = codes.filter(({ organization_id }) => organization_id === id).length
    assert.equal(codes_active, rows, `the count of ${id}`)
  }
  return { codes: ids.size }
}

const readBooks = async (databaseUrl: string) => {
  const database = openDatabase(databaseUrl, createLog('silent'))
  const { db } = database
  try {
    const contents = await db.selectFrom('code_contents').select('code_id').execute()
    const events = await db
      .selectFrom('events')
      .select('body')
      .where('type', '=', 'qpr_code.created')
      .execute()
    return {
      codes: await db.selectFrom('codes').select(['id', 'organization_id']).execute(),
      contents: contents.map(({ code_id }) => code_id).sort(),
      events: events.map(({ body }): string => JSON.parse(body).data.id).sort(),
      organizations: await db.selectFrom('organizations').select(['id', 'codes_active']).execute(),
    }
  } finally {
    await database.close()
  }
}
