import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import {
  analyticsOf,
  from,
  iPad,
  iPhone,
  laptop,
  scan,
  visitPlainly,
} from '../../../test/harness/data/scans.ts'
import { fakeClock, startService } from '../../../test/harness/service/shared.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'

/** 1 January 2026 is a Thursday. */
const start = async (t: TestContext, at = '2026-01-01T10:30:00Z') => {
  const clock = fakeClock(at)
  const service = await startService(t, { clock, settings: { QPR_TRUST_PROXY: '127.0.0.1' } })
  return { clock, service, code: await createCode(service) }
}

test('days, weeks and totals are those of the given time zone', async (t) => {
  // 0:30 on 1 July in Berlin.
  const { clock, service, code } = await start(t, '2026-06-30T22:30:00Z')
  await scan(service, code)
  const days = async (query: string) => {
    const { timeseries, scans_total } = await analyticsOf(service, code, query)
    return [scans_total, timeseries.length, timeseries.at(-1)]
  }
  const today = { date: '2026-07-01', scans: 1, conversations: 0 }
  assert.deepEqual(await days('?period=today&time_zone=Europe/Berlin'), [1, 1, today])
  const utc = { date: '2026-06-30', scans: 1, conversations: 0 }
  assert.deepEqual(await days('?period=today'), [1, 1, utc])
  const week = { date: '2026-06-29', scans: 1, conversations: 0 }
  assert.deepEqual(await days('?period=7d&granularity=week&time_zone=Asia/Tokyo'), [1, 2, week])
  clock.advance(2 * hourMs)
  const before = await analyticsOf(service, code, '?period=today&compare=before')
  assert.deepEqual([before.scans_total, before.before?.scans_total], [0, 1])
  assert.deepEqual(await days('?period=today&time_zone=Europe/Berlin'), [1, 1, today])
  for (const wrong of ['Mars/Olympus', '', 'x'.repeat(65), '%00']) {
    assertInvalid(
      await service.get(`/v1/qpr-codes/${code.id}/analytics?time_zone=${wrong}`),
      'time_zone',
    )
  }
})

test('without a scan all numbers are zero, and the series has every day', async (t) => {
  const { service, code } = await start(t)
  const { timeseries, ...rest } = await analyticsOf(service, code)
  assert.deepEqual(rest, {
    qpr_code_id: code.id,
    period: '30d',
    scans_total: 0,
    scans_unique_devices: 0,
    conversation_rate: 0,
    avg_messages_per_conversation: 0,
    top_countries: [],
    devices: [],
  })
  assert.equal(timeseries.length, 30)
  assert.deepEqual(timeseries[0], { date: '2025-12-03', scans: 0, conversations: 0 })
  assert.deepEqual(timeseries[29], { date: '2026-01-01', scans: 0, conversations: 0 })
})

test('a period has the scans of its last days, including today', async (t) => {
  const { clock, service, code } = await start(t)
  for (let day = 0; day < 100; day++) {
    await scan(service, code)
    clock.advance(dayMs)
  }
  clock.advance(-dayMs)
  const periods = { today: 1, '7d': 7, '30d': 30, '90d': 90, all: 100 }
  for (const [period, scans] of Object.entries(periods)) {
    const answer = await analyticsOf(service, code, `?period=${period}`)
    assert.equal(answer.period, period)
    assert.equal(answer.scans_total, scans)
    assert.equal(answer.timeseries.length, scans)
    assert.ok(answer.timeseries.every((point) => point.scans === 1))
    assert.equal(answer.devices[0]?.scans, scans)
    // Without a cookie a device counts again each day.
    assert.equal(answer.scans_unique_devices, scans)
  }
})

test('a period can be compared with the same number of days before it', async (t) => {
  const { clock, service, code } = await start(t)
  const scansOfDays = [5, 1, 1, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4]
  for (const scans of scansOfDays) {
    for (let i = 0; i < scans; i++) await scan(service, code)
    clock.advance(dayMs)
  }
  clock.advance(-dayMs)
  for (const one of [code, null]) {
    const { scans_total, before } = await analyticsOf(service, one, '?period=7d&compare=before')
    assert.equal(scans_total, 28)
    // Without a cookie a device counts again each day.
    const talks = { conversation_rate: 0, conversations_total: 0, messages_total: 0 }
    const sums = { scans_unique_devices: 7, ...talks }
    assert.deepEqual(before, { scans_total: 12, ...sums })
  }
  const year = await analyticsOf(service, code, '?period=12m&granularity=week&compare=before')
  assert.deepEqual([year.scans_total, year.before?.scans_total], [45, 0])
  assert.equal((await analyticsOf(service, code, '?period=all&compare=before')).before, null)
  assert.equal('before' in (await analyticsOf(service, code)), false)
})

test('the series of days is complete, and its sum is the total', async (t) => {
  const { clock, service, code } = await start(t)
  for (const days of [0, 1, 3, 12]) {
    clock.advance(days * dayMs)
    await scan(service, code)
    await scan(service, code)
  }
  const { timeseries, scans_total } = await analyticsOf(service, code, '?period=all')
  assert.deepEqual(
    timeseries.map(({ date }) => date),
    Array.from({ length: 17 }, (_, i) => `2026-01-${String(i + 1).padStart(2, '0')}`),
  )
  assert.deepEqual(
    timeseries.map(({ scans }) => scans),
    [2, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
  )
  assert.equal(scans_total, 8)
})

test('the series of hours begins with the first day and ends with the current hour', async (t) => {
  const { clock, service, code } = await start(t)
  await scan(service, code)
  clock.advance(25 * hourMs)
  await scan(service, code)
  const { timeseries } = await analyticsOf(service, code, '?period=all&granularity=hour')
  assert.equal(timeseries.length, 24 + 12)
  assert.deepEqual(timeseries[0], { date: '2026-01-01T00:00:00.000Z', scans: 0, conversations: 0 })
  const filled = timeseries.filter(({ scans }) => scans > 0).map(({ date }) => date)
  assert.deepEqual(filled, ['2026-01-01T10:00:00.000Z', '2026-01-02T11:00:00.000Z'])
  assert.equal(timeseries.at(-1)?.date, '2026-01-02T11:00:00.000Z')
})

test('weeks start on Monday', async (t) => {
  // Sunday, a minute before midnight.
  const { clock, service, code } = await start(t, '2026-01-04T23:59:00Z')
  await scan(service, code)
  clock.advance(60_000)
  await scan(service, code)
  clock.advance(14 * dayMs)
  const { timeseries } = await analyticsOf(service, code, '?period=all&granularity=week')
  assert.deepEqual(timeseries, [
    { date: '2025-12-29', scans: 1, conversations: 0 },
    { date: '2026-01-05', scans: 1, conversations: 0 },
    { date: '2026-01-12', scans: 0, conversations: 0 },
    { date: '2026-01-19', scans: 0, conversations: 0 },
  ])
})

test('a device is recognized by its cookie, across days and networks', async (t) => {
  const { clock, service, code } = await start(t)
  const browser = { 'User-Agent': iPhone, 'Sec-Fetch-Mode': 'navigate' }
  const first = await visitPlainly(service, code, { ...browser, ...from('8.8.8.8') })
  const cookie = { Cookie: first.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
  await scan(service, code, { 'User-Agent': iPhone, ...cookie, ...from('1.1.1.1') })
  clock.advance(dayMs)
  await scan(service, code, { 'User-Agent': iPhone, ...cookie, ...from('8.8.8.8') })
  await scan(service, code, { 'User-Agent': iPhone, Cookie: `qpr_device=${'x'.repeat(22)}` })
  const { scans_total, scans_unique_devices } = await analyticsOf(service, code)
  assert.deepEqual([scans_total, scans_unique_devices], [4, 2])
})

test('without a cookie a device is identified by address and user agent', async (t) => {
  const { service, code } = await start(t)
  const visits: [string, string, number][] = [
    ['8.8.8.8', iPhone, 1],
    ['8.8.8.8', iPhone, 1],
    ['8.8.4.4', iPhone, 2],
    ['8.8.8.8', laptop, 3],
    ['2a00:1450::1', iPhone, 4],
    ['2a00:1450::1', iPhone, 4],
  ]
  for (const [address, agent, devices] of visits) {
    await scan(service, code, { 'User-Agent': agent, ...from(address) })
    assert.equal((await analyticsOf(service, code)).scans_unique_devices, devices)
  }
})

test('scans are grouped by kind of device, highest first', async (t) => {
  const { service, code } = await start(t)
  for (const agent of [iPhone, laptop, iPhone, iPad, 'curl/8.9.1', iPhone, laptop]) {
    await scan(service, code, { 'User-Agent': agent })
  }
  assert.deepEqual((await analyticsOf(service, code)).devices, [
    { device: 'mobile', scans: 3 },
    { device: 'desktop', scans: 2 },
    { device: 'other', scans: 1 },
    { device: 'tablet', scans: 1 },
  ])
})

test('countries come from the address, IPv4 and IPv6, highest first; unknown ones are left out', async (t) => {
  const { service, code } = await start(t)
  for (const address of [
    '8.8.8.8',
    '193.0.6.139',
    '8.8.4.4',
    '2001:67c:2e8:22::c100:68b',
    '10.0.0.1',
  ]) {
    await scan(service, code, from(address))
  }
  const { top_countries, scans_total } = await analyticsOf(service, code)
  assert.equal(scans_total, 5)
  assert.deepEqual(top_countries, [
    { country: 'NL', scans: 2 },
    { country: 'US', scans: 2 },
  ])
})

test('a forwarded address is only accepted from a trusted proxy', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await scan(service, code, from('8.8.8.8'))
  assert.deepEqual((await analyticsOf(service, code)).top_countries, [])
})

test('conversations are zero until there are any', async (t) => {
  const { service, code } = await start(t)
  await scan(service, code)
  const { conversation_rate, avg_messages_per_conversation } = await analyticsOf(service, code)
  assert.deepEqual([conversation_rate, avg_messages_per_conversation], [0, 0])
})

test('analytics are available by short id', async (t) => {
  const { service, code } = await start(t)
  await scan(service, code)
  const { qpr_code_id, scans_total } = await analyticsOf(service, { id: code.short_id })
  assert.deepEqual([qpr_code_id, scans_total], [code.id, 1])
})

test('an unknown period or granularity gets 422', async (t) => {
  const { service, code } = await start(t)
  for (const path of ['/v1/analytics', `/v1/qpr-codes/${code.id}/analytics`]) {
    assertInvalid(await service.get(`${path}?period=1d`), 'period')
    assertInvalid(await service.get(`${path}?granularity=month`), 'granularity')
  }
})
