// Retention by whole months, on PostgreSQL. On SQLite the same rows are deleted in steps.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { plantConversations } from '../../../test/harness/data/conversations.ts'
import { countRows, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { plantDeliveries, plantDelivery, waiting } from '../../../test/harness/data/planted.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { choosePlan, startLimited } from '../../../test/harness/providers/billing.ts'
import {
  closedPort,
  deliveryOf,
  registerWebhook,
} from '../../../test/harness/receivers/webhooks.ts'
import { fakeClock, type Service } from '../../../test/harness/service/shared.ts'
import { type Clock, dayMs } from '../../platform/kit/clock.ts'
import { keepMonths } from '../../platform/store/partitions/keep.ts'
import { tidy } from '../../service/janitor.ts'

/**
 * Each test has a year of its own, later than those of all other files: the partitions of a database
 * stay for the next test, and only the last one is divided.
 */
const start = async (t: TestContext, year: number, limits: object, settings = {}) => {
  const clock = fakeClock(`${year}-01-10T10:30:00Z`)
  const { service } = await startLimited(t, limits, settings, clock)
  const { database } = service
  const keep = async () => await database.maintain?.((db) => keepMonths(db, clock.now()))
  /** One round of the work that the service does every hour, on this day. */
  const cleanUp = () => tidy(service.internals, service.config)
  await keep()
  return { clock, service, keep, cleanUp }
}

const goTo = (clock: Clock & { advance(ms: number): void }, day: string) =>
  clock.advance(Date.parse(`${day}T10:30:00Z`) - clock.now())

/** Whether a partition exists. Without partitions it is as if it were dropped. */
const exists = async ({ database: { engine, db } }: Service, name: string): Promise<boolean> => {
  if (engine === 'sqlite') return false
  const { rows } = await sql<{ id: string | null }>`select to_regclass(${name}) as id`.execute(db)
  return rows[0]?.id !== null
}

const partitionOf = async ({ database: { engine, db } }: Service, table: string) => {
  if (engine === 'sqlite') return []
  const { rows } = await sql<{ name: string }>`
    select distinct tableoid::regclass::text as name from ${sql.table(table)}`.execute(db)
  return rows.map(({ name }) => name)
}

test('months from which nothing is kept are dropped, and the others stay', async (t) => {
  const { clock, service, keep, cleanUp } = await start(
    t,
    2201,
    {},
    { QPR_SCAN_RETENTION_DAYS: '7', QPR_CONVERSATION_RETENTION_DAYS: '7' },
  )
  const code = await createCode(service)
  await scan(service, code)
  const at = clock.now()
  await plantConversations(service, code, [{ at, ended_at: at }])
  const isDivided = service.database.engine === 'postgres'
  const names = ['scans', 'events', 'messages'].map((table) => `${table}_2201_01`)
  for (const [i, table] of ['scans', 'events', 'messages'].entries()) {
    assert.deepEqual(await partitionOf(service, table), isDivided ? [names[i]] : [])
  }
  goTo(clock, '2201-03-10')
  await keep()
  await scan(service, code)
  await plantConversations(service, code, [{ at: clock.now(), ended_at: clock.now() }])
  await cleanUp()
  for (const name of [...names, 'deliveries_2201_01', 'delivery_attempts_2201_01']) {
    assert.equal(await exists(service, name), false, name)
  }
  assert.equal(await countRows(service, 'scans'), 1)
  assert.equal(await countRows(service, 'conversations'), 1)
  assert.equal(await exists(service, 'scans_2201_03'), isDivided)
  // A row of a time that has no month of its own any more has a place.
  goTo(clock, '2201-01-15')
  await scan(service, code)
  assert.equal(await countRows(service, 'scans'), 2)
})

test('rows that are kept keep their month, and the others are deleted in steps', async (t) => {
  const { clock, service, keep, cleanUp } = await start(t, 2202, { free: { retention_days: 7 } })
  const code = await createCode(service)
  const { id: organization_id } = await createOrganization(service)
  await choosePlan(service, 'professional', organization_id)
  const kept = await createCode(service, { organization_id })
  const webhook = await registerWebhook(service, closedPort, { events: ['conversation.completed'] })
  const id = await plantDelivery(service, webhook.id, { ...waiting, at: clock.now() })
  await plantDeliveries(service, webhook.id, [clock.now() - 1, clock.now() + dayMs])
  await scan(service, code)
  await scan(service, kept)
  goTo(clock, '2202-02-10')
  await scan(service, code)
  goTo(clock, '2202-04-10')
  await keep()
  const isDivided = service.database.engine === 'postgres'
  await cleanUp()
  assert.equal(await countRows(service, 'scans'), 1)
  assert.deepEqual(await partitionOf(service, 'scans'), isDivided ? ['scans_2202_01'] : [])
  // The delivery that still waits.
  const deliveries = await service.database.db.selectFrom('deliveries').select('id').execute()
  assert.deepEqual(deliveries, [{ id }])
  assert.equal((await deliveryOf(service, id)).status, 'pending')
  await choosePlan(service, 'free', organization_id)
  clock.advance(31 * dayMs)
  await cleanUp()
  assert.equal(await countRows(service, 'scans'), 0)
  for (const month of ['01', '02', '03', '04']) {
    assert.equal(await exists(service, `scans_2202_${month}`), false, month)
  }
})
