import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { rebuildSums } from '../../../test/harness/data/rebuilt-sums.ts'
import {
  type Analytics,
  analyticsOf,
  from,
  iPhone,
  laptop,
  listScans,
  scan,
  scansTotal,
  visit,
} from '../../../test/harness/data/scans.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { dayMs } from '../../platform/kit/clock.ts'

const start = async (t: TestContext, begin = startService) => {
  const clock = fakeClock('2026-01-01T10:30:00Z')
  const service = await begin(t, { clock, settings: { QPR_TRUST_PROXY: '127.0.0.1' } })
  return { clock, service }
}

/** Scans of several days, devices and countries. */
const traffic = async (
  service: Service,
  clock: ReturnType<typeof fakeClock>,
  codes: { short_id: string }[],
) => {
  for (let i = 0; i < 24; i++) {
    const code = codes[i % codes.length] ?? assert.fail()
    const address = ['8.8.8.8', '193.0.6.139', '8.8.4.4', '10.0.0.1'][i % 4] ?? ''
    await scan(service, code, { 'User-Agent': i % 5 ? iPhone : laptop, ...from(address) })
    if (i % 6 === 5) clock.advance(dayMs)
  }
}

/** The values that can be added, for several codes. */
const sumOf = (answers: Analytics[]) => {
  const add = (pairs: [string, number][]) => {
    const sums = new Map<string, number>()
    for (const [name, count] of pairs) sums.set(name, (sums.get(name) ?? 0) + count)
    return Object.fromEntries([...sums].sort())
  }
  return {
    scans: answers.reduce((sum, { scans_total }) => sum + scans_total, 0),
    countries: add(answers.flatMap((one) => one.top_countries.map((it) => [it.country, it.scans]))),
    devices: add(answers.flatMap((one) => one.devices.map((it) => [it.device, it.scans]))),
    days: add(answers.flatMap((one) => one.timeseries.map((it) => [it.date, it.scans]))),
  }
}

test('the analytics of an organization are the sum of its codes', async (t) => {
  const { clock, service } = await start(t)
  const codes = [await createCode(service), await createCode(service), await createCode(service)]
  await traffic(service, clock, codes)
  const whole = await analyticsOf(service, null)
  assert.equal(whole.qpr_code_id, null)
  assert.equal(whole.scans_total, 24)
  const parts = await Promise.all(codes.map((code) => analyticsOf(service, code)))
  assert.deepEqual(sumOf([whole]), sumOf(parts))
})

test('a device that scanned two codes of an organization is one device', async (t) => {
  const { service } = await start(t)
  for (const code of [await createCode(service), await createCode(service)]) {
    await scan(service, code)
    assert.equal((await analyticsOf(service, code)).scans_unique_devices, 1)
  }
  assert.equal((await analyticsOf(service, null)).scans_unique_devices, 1)
})

test('a deleted code is removed from the sums of its organization', async (t) => {
  const { clock, service } = await start(t)
  const [doomed, kept] = [await createCode(service), await createCode(service)]
  await traffic(service, clock, [doomed, kept])
  await service.delete(`/v1/qpr-codes/${doomed.id}`)
  const left = await analyticsOf(service, null)
  assert.equal(left.scans_total, 12)
  assert.deepEqual(sumOf([left]), sumOf([await analyticsOf(service, kept)]))
  assert.equal((await listScans(service)).total, 12)
})

test('a moved code leaves its scans and devices', async (t) => {
  const { clock, service } = await start(t)
  const { id: there } = await createOrganization(service)
  const [moved, stays] = [await createCode(service), await createCode(service)]
  const resident = await createCode(service, { organization_id: there })
  await traffic(service, clock, [moved, stays, resident])
  const look = async () => [
    await analyticsOf(service, null),
    await analyticsOf(service, null, `?organization_id=${there}`),
    (await listScans(service)).total,
    (await listScans(service, `?organization_id=${there}`)).total,
  ]
  const before = await look()
  await service.patch(`/v1/qpr-codes/${moved.id}`, { organization_id: there })
  assert.deepEqual(await look(), before)
  assert.equal((await analyticsOf(service, moved)).scans_total, 0)
})

test('scans during a move count once, in the organization of the code at that moment', async (t) => {
  const { service } = await start(t)
  const { id: there } = await createOrganization(service)
  const code = await createCode(service)
  await scan(service, code)
  const visits = Array.from({ length: 40 }, () => visit(service, code.short_id))
  await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id: there })
  for (const { status } of await Promise.all(visits)) assert.equal(status, 200)
  await scan(service, code)
  const countsOf = async (query: string) => {
    const { scans_total } = await analyticsOf(service, null, query)
    const { scans, total } = await listScans(service, query)
    assert.deepEqual([scans.length, total], [scans_total, scans_total])
    return scans_total
  }
  const [before, after] = [await countsOf(''), await countsOf(`?organization_id=${there}`)]
  assert.ok(before >= 1 && after >= 1)
  assert.equal(before + after, 42)
  assert.equal(await scansTotal(service, code), 42)
})

test('a code that is moved and moved back leaves no trace', async (t) => {
  const { clock, service } = await start(t)
  const home = await service.defaultOrganizationId()
  const { id: there } = await createOrganization(service)
  const code = await createCode(service)
  await traffic(service, clock, [code])
  const before = await analyticsOf(service, null)
  for (const organization_id of [there, home]) {
    await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id })
  }
  assert.deepEqual(await analyticsOf(service, null), before)
})

test('a deleted organization is deleted with its sums', async (t) => {
  const { service } = await start(t, startOwnService)
  const { id } = await createOrganization(service)
  const code = await createCode(service, { organization_id: id })
  await scan(service, code)
  assert.equal((await service.delete(`/v1/organizations/${id}`)).status, 204)
  for (const table of ['scans', 'scan_hours', 'scan_shares', 'scan_devices'] as const) {
    const rows = await service.database.db.selectFrom(table).selectAll().execute()
    assert.deepEqual(rows, [], table)
  }
})

test('rebuilding the sums restores the same results after any damage', async (t) => {
  const { clock, service } = await start(t, startOwnService)
  const codes = [await createCode(service), await createCode(service)]
  await traffic(service, clock, codes)
  const look = async () => ({
    codes: await Promise.all(codes.map((code) => analyticsOf(service, code))),
    organization: await analyticsOf(service, null, '?period=all&granularity=hour'),
    totals: await Promise.all(codes.map((code) => scansTotal(service, code))),
    total: (await listScans(service)).total,
  })
  const before = await look()
  await service.database.transaction(async ({ db }) => {
    await db.deleteFrom('scan_devices').execute()
    await db.deleteFrom('scan_shares').where('kind', '=', 'country').execute()
    await db.updateTable('scan_shares').set({ scans: 17 }).execute()
    await db.updateTable('scan_hours').set({ scans: 4711, conversations: 3 }).execute()
    await db.updateTable('codes').set({ scans_total: 0 }).execute()
    const stray = { scope_id: codes[0]?.id ?? '', hour: 0 }
    const none = { scans: 1, scans_with_conversation: 0, conversations: 0, messages: 0 }
    await db
      .insertInto('scan_hours')
      .values({ ...stray, ...none })
      .execute()
  })
  assert.notDeepEqual(await look(), before)
  assert.equal(await rebuildSums(service.database, clock, null), 24)
  assert.deepEqual(await look(), before)
})

test('rebuilding the sums during scans loses none and counts none twice', async (t) => {
  const { clock, service } = await start(t)
  const code = await createCode(service)
  await scan(service, code)
  const visits = Array.from({ length: 60 }, () => scan(service, code))
  await rebuildSums(service.database, clock, null)
  await Promise.all(visits)
  assert.equal((await analyticsOf(service, code)).scans_total, 61)
  assert.equal(await scansTotal(service, code), 61)
})
