import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  listConversations,
  open,
  plantConversations,
} from '../../../test/harness/data/conversations.ts'
import { countRows, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { plantScans } from '../../../test/harness/data/planted-scans.ts'
import { analyticsOf, listScans, scan, scansTotal } from '../../../test/harness/data/scans.ts'
import { choosePlan, startLimited } from '../../../test/harness/providers/billing.ts'
import { fakeClock, type Service } from '../../../test/harness/service/service.ts'
import { dayMs, minuteMs } from '../../platform/kit/clock.ts'
import { tidy } from '../../service/janitor.ts'

const start = async (t: TestContext, limits: object, settings = {}) => {
  const clock = fakeClock('2026-01-01T10:30:00Z')
  const { service } = await startLimited(t, limits, settings, clock)
  return { clock, service, code: await createCode(service) }
}

/** One round of the work that the service does at its start and every hour. */
const cleanUp = ({ internals, config }: Service) => tidy(internals, config)

const week = { free: { retention_days: 7 } }

const scanMany = (service: Service, code: { short_id: string }, count: number) =>
  Promise.all(Array.from({ length: count }, () => scan(service, code)))

test("scans older than the plan's retention are deleted in any number, and the others stay", async (t) => {
  const { clock, service, code } = await start(t, week)
  clock.advance(40 * dayMs)
  // More than one step deletes.
  await plantScans(service, Array(600).fill({ code, at: clock.now() }))
  clock.advance(minuteMs)
  await scanMany(service, code, 3)
  clock.advance(7 * dayMs - minuteMs)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 603)
  clock.advance(1)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 3)
})

test('totals and analytics stay, and the list counts the remaining scans', async (t) => {
  const { clock, service, code } = await start(t, week)
  clock.advance(40 * dayMs)
  await scanMany(service, code, 5)
  clock.advance(8 * dayMs)
  await scanMany(service, code, 2)
  const before = await analyticsOf(service, code, '?period=all&granularity=hour')
  await cleanUp(service)
  assert.deepEqual(await analyticsOf(service, code, '?period=all&granularity=hour'), before)
  assert.equal(await scansTotal(service, code), 7)
  for (const query of ['', `?qpr_code_id=${code.id}`]) {
    const { scans, total } = await listScans(service, query)
    assert.deepEqual([scans.length, total], [2, 2])
  }
  // Deleted scans stay deleted after any plan change.
  await choosePlan(service, 'professional')
  assert.equal((await listScans(service)).total, 2)
})

test('conversations that ended before the retention are deleted with their messages; open ones stay', async (t) => {
  const { clock, service, code } = await start(t, week)
  clock.advance(40 * dayMs)
  const at = clock.now()
  const ended = { at, ended_at: at + minuteMs }
  await plantConversations(service, code, Array(150).fill(ended))
  await plantConversations(service, code, [
    { at, ended_at: at + dayMs },
    { at, ...open },
  ])
  clock.advance(7 * dayMs + minuteMs)
  await cleanUp(service)
  assert.equal((await listConversations(service)).total, 152)
  clock.advance(1)
  await cleanUp(service)
  assert.equal((await listConversations(service)).total, 2)
  assert.equal(await countRows(service, 'messages'), 4)
})

test('an organization keeps everything for its first 30 days', async (t) => {
  const { clock, service, code } = await start(t, week)
  await scan(service, code)
  clock.advance(30 * dayMs - 1)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 1)
  clock.advance(1)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 0)
})

test('a downgrade deletes nothing for 30 days, and nothing at all when it is reverted', async (t) => {
  const { clock, service, code } = await start(t, week)
  await choosePlan(service, 'professional')
  await scan(service, code)
  clock.advance(300 * dayMs)
  await choosePlan(service, 'free')
  await cleanUp(service)
  clock.advance(29 * dayMs)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 1)
  await choosePlan(service, 'starter')
  clock.advance(29 * dayMs)
  await cleanUp(service)
  await choosePlan(service, 'free')
  clock.advance(30 * dayMs - 1)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 1)
  clock.advance(1)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 0)
})

test('the plan of one organization does not affect another', async (t) => {
  const { clock, service, code } = await start(t, week)
  const { id: organization_id } = await createOrganization(service)
  await choosePlan(service, 'professional', organization_id)
  const other = await createCode(service, { organization_id })
  await scan(service, code)
  await scan(service, other)
  clock.advance(40 * dayMs)
  await cleanUp(service)
  const { scans } = await listScans(service, `?organization_id=${organization_id}`)
  assert.equal(scans.length, 1)
  assert.equal(await countRows(service, 'scans'), 1)
})

for (const [setting, ofPlan] of [
  [3, 20],
  [20, 3],
]) {
  test(`the shorter retention counts: ${setting} days by the setting, ${ofPlan} by the plan`, async (t) => {
    const limits = { free: { retention_days: ofPlan } }
    const days = String(setting)
    const settings = { QPR_SCAN_RETENTION_DAYS: days, QPR_CONVERSATION_RETENTION_DAYS: days }
    const { clock, service, code } = await start(t, limits, settings)
    clock.advance(40 * dayMs)
    const at = clock.now()
    await scan(service, code)
    await plantConversations(service, code, [{ at, ended_at: at }])
    clock.advance(3 * dayMs)
    await cleanUp(service)
    assert.equal(await countRows(service, 'scans'), 1)
    assert.equal(await countRows(service, 'conversations'), 1)
    clock.advance(1)
    await cleanUp(service)
    assert.equal(await countRows(service, 'scans'), 0)
    assert.equal(await countRows(service, 'conversations'), 0)
  })
}
