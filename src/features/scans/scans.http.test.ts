import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode, createKey, createOrganization } from '../../../test/harness/data/given.ts'
import { from, iPhone, listScans, type Scan, scan } from '../../../test/harness/data/scans.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'

const timesOf = (scans: Scan[]) => scans.map(({ scanned_at }) => scanned_at.slice(11, 19))

/** One scan a step, from 12:00 on. */
const scanEvery = async (
  service: Service,
  clock: ReturnType<typeof fakeClock>,
  codes: { short_id: string }[],
  stepMs: number,
) => {
  for (const code of codes) {
    await scan(service, code)
    clock.advance(stepMs)
  }
}

test('a listed scan has exactly these fields', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00.007Z')
  const settings = { QPR_TRUST_PROXY: '127.0.0.1' }
  const service = await startService(t, { clock, settings })
  const code = await createCode(service, { metadata: { table: 12 } })
  await scan(service, code, { 'User-Agent': iPhone, ...from('8.8.8.8') })
  const { scans, ...page } = await listScans(service)
  assert.deepEqual(page, { total: 1, limit: 50, offset: 0 })
  assert.ok(Number.isSafeInteger(scans[0]?.id))
  assert.deepEqual(scans, [
    {
      id: scans[0]?.id,
      qpr_code_id: code.id,
      short_id: code.short_id,
      scanned_at: '2026-01-31T12:00:00.007Z',
      country: 'US',
      region: null,
      city: null,
      device: 'mobile',
      conversation_started: false,
      conversation_messages: 0,
      metadata: { table: 12 },
    },
  ])
})

test('scans are listed newest first, then by id', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  await scanEvery(service, clock, [code, code, code], minuteMs)
  await scanEvery(service, clock, [code, code], 0)
  const { scans } = await listScans(service)
  assert.deepEqual(timesOf(scans), ['12:03:00', '12:03:00', '12:02:00', '12:01:00', '12:00:00'])
  const ids = scans.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  )
})

test('the scans of a code are listed by its id and by its short id', async (t) => {
  const service = await startService(t)
  const [one, other] = [await createCode(service), await createCode(service)]
  for (const code of [one, other, one]) await scan(service, code)
  for (const id of [one.id, one.short_id, one.short_id.toUpperCase()]) {
    const { scans, total } = await listScans(service, `?qpr_code_id=${id}`)
    assert.equal(total, 2)
    assert.deepEqual(
      scans.map(({ qpr_code_id }) => qpr_code_id),
      [one.id, one.id],
    )
  }
})

test('the scans of another organization are listed by its id and by its slug', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service)
  const there = await createCode(service, { organization_id: id })
  await scan(service, there)
  await scan(service, await createCode(service))
  for (const named of [id, slug]) {
    const { scans, total } = await listScans(service, `?organization_id=${named}`)
    assert.equal(total, 1)
    assert.equal(scans[0]?.qpr_code_id, there.id)
  }
})

test('since is inclusive, until is exclusive', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  await scanEvery(service, clock, Array(5).fill(code), minuteMs)
  const span = '?since=2026-01-31T12:01:00Z&until=2026-01-31T12:03:00Z'
  const { scans, total } = await listScans(service, span)
  assert.deepEqual(timesOf(scans), ['12:02:00', '12:01:00'])
  assert.equal(total, 2)
})

test('times with an offset are converted', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  await scanEvery(service, clock, Array(3).fill(await createCode(service)), hourMs)
  const since = encodeURIComponent('2026-01-31T14:00:00+01:00')
  assert.equal((await listScans(service, `?since=${since}`)).total, 2)
})

test('the total of any span is the number of its scans, also at the boundaries of hours', async (t) => {
  const clock = fakeClock('2026-01-31T09:59:59.999Z')
  const service = await startService(t, { clock })
  const [code, other] = [await createCode(service), await createCode(service)]
  const instants: number[] = []
  for (let i = 0; i < 24; i++) {
    instants.push(clock.now())
    await scan(service, code)
    if (i % 3 === 0) await scan(service, other)
    // Just before, at and just after each full hour, and half past.
    clock.advance([1, 1, 30 * minuteMs - 1, 30 * minuteMs - 1][i % 4] ?? 0)
  }
  const borders = [...instants.filter((_, i) => i % 2 === 0), instants[23] ?? 0]
  const spans = borders.flatMap((since) => borders.map((until) => ({ since, until })))
  for (const { since, until } of spans) {
    const query = `since=${new Date(since).toISOString()}&until=${new Date(until).toISOString()}`
    const expected = instants.filter((at) => at >= since && at < until)
    const ofCode = await listScans(service, `?qpr_code_id=${code.id}&${query}`)
    assert.deepEqual([ofCode.total, ofCode.scans.length], [expected.length, expected.length])
    const all = await listScans(service, `?${query}`)
    assert.equal(all.total, all.scans.length, query)
  }
  assert.equal((await listScans(service)).total, 32)
})

test('limit and offset page through all scans, each once', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await Promise.all(Array.from({ length: 25 }, () => scan(service, code)))
  const seen: number[] = []
  for (const offset of [0, 10, 20, 30]) {
    const page = await listScans(service, `?limit=10&offset=${offset}`)
    assert.deepEqual([page.total, page.limit, page.offset], [25, 10, offset])
    seen.push(...page.scans.map(({ id }) => id))
  }
  assert.equal(seen.length, 25)
  assert.equal(new Set(seen).size, 25)
})

test('a page has 50 scans by default, and at most 200', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await Promise.all(Array.from({ length: 201 }, () => scan(service, code)))
  assert.equal((await listScans(service)).scans.length, 50)
  assert.equal((await listScans(service, '?limit=1')).scans.length, 1)
  const { scans, total } = await listScans(service, '?limit=200')
  assert.deepEqual([scans.length, total], [200, 201])
})

test('an invalid parameter gets 422 with its name', async (t) => {
  const service = await startService(t)
  const bad = {
    limit: ['0', '201', '-1', '1.5', 'x', ''],
    offset: ['-1', 'x'],
    since: ['yesterday', '2026-01-31', '2026-13-01T00:00:00Z', ''],
    until: ['tomorrow', '1e9'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      await t.test(`${name}=${value}`, async () => {
        assertInvalid(await service.get(`/v1/scans?${name}=${value}`), name)
      })
    }
  }
})

test('an unreachable code or organization gets 404', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const code = await createCode(service, { organization_id: id })
  await scan(service, code)
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const { key } = await createKey(service, { organization_id: elsewhere.id })
  for (const query of [`qpr_code_id=${code.id}`, `qpr_code_id=${code.short_id}`]) {
    for (const path of ['/v1/scans', '/v1/scans/export', '/v1/scans/stream']) {
      assert.equal((await service.get(`${path}?${query}`, { key })).status, 404, path)
    }
  }
  assert.equal((await service.get(`/v1/scans?organization_id=${id}`, { key })).status, 404)
  assert.equal((await service.get(`/v1/qpr-codes/${code.id}/analytics`, { key })).status, 404)
  assert.equal((await service.get('/v1/scans?qpr_code_id=nothing')).status, 404)
})
