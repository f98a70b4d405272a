import { sql } from 'kysely'
import { minuteMs } from '../../platform/kit/clock.ts'
import { lowestId, madeAt } from '../../platform/kit/ids.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { type Cursor, createLiveOrder } from '../../platform/store/live-order.ts'

/**
 * The maximum difference between the clocks of processes (qpr doctor warns earlier), and a long
 * commit.
 */
const maxOverlapMs = 2 * minuteMs

const live = createLiveOrder<string>({
  table: 'events',
  lowest: lowestId('evt', 0),
  reachBelow: (id) => lowestId('evt', madeAt(id) - maxOverlapMs),
})

const ofOrganization = (organizationId: string) =>
  sql<boolean>`events.organization_id = ${organizationId}`

export const listLive = async (
  db: Db,
  engine: Engine,
  organizationId: string,
  after: Cursor<string>,
  limit: number,
) =>
  await db
    .selectFrom('events')
    .select(['id', 'type', 'body', 'written_by'])
    .where('organization_id', '=', organizationId)
    .where(live.isAfter(engine, after))
    .orderBy(live.order(engine))
    .limit(limit)
    .execute()

export const newestPlace = (db: Db, engine: Engine, organizationId: string) =>
  live.newest(db, engine, ofOrganization(organizationId))

export const placeBehind = (db: Db, organizationId: string, eventId: string) =>
  live.behind(db, ofOrganization(organizationId), eventId)
