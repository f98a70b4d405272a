import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import type { BusiestHours, TopCodes } from './insight.ts'

type Hours = Static<typeof BusiestHours>
type Codes = Static<typeof TopCodes>

const hoursOf = async (service: Service, query = '') => {
  const { status, body, text } = await service.get<Hours>(`/v1/analytics/hours?${query}`)
  assert.equal(status, 200, text)
  return body
}

const busy = ({ hours }: Hours) =>
  hours
    .filter(({ scans }) => scans > 0)
    .map(({ weekday, hour, scans }) => `${weekday} ${hour}: ${scans}`)

test('scans are grouped by weekday and hour, with all 168 hours of a week', async (t) => {
  // A Saturday.
  const clock = fakeClock('2026-01-31T22:30:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  const other = await createCode(service)
  await scan(service, code)
  await scan(service, other)
  clock.advance(2 * hourMs)
  await scan(service, code)
  clock.advance(7 * dayMs)
  await scan(service, code)

  const all = await hoursOf(service)
  assert.equal(all.hours.length, 168)
  const { qpr_code_id, period, time_zone } = all
  assert.deepEqual([qpr_code_id, period, time_zone], [null, '30d', 'UTC'])
  assert.deepEqual(busy(all), ['6 22: 2', '7 0: 2'])
  assert.deepEqual(all.hours[0], { weekday: 1, hour: 0, scans: 0, conversations: 0 })
  const one = await hoursOf(service, `qpr_code_id=${code.short_id}`)
  assert.equal(one.qpr_code_id, code.id)
  assert.deepEqual(busy(one), ['6 22: 1', '7 0: 2'])
  assert.deepEqual(busy(await hoursOf(service, 'period=7d')), ['7 0: 1'])
})

test('the hours are in the given time zone', async (t) => {
  const clock = fakeClock('2026-01-31T23:30:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  await scan(service, code)
  assert.deepEqual(busy(await hoursOf(service, 'time_zone=Europe/Berlin')), ['7 0: 1'])
  assert.deepEqual(busy(await hoursOf(service, 'time_zone=America/New_York')), ['6 18: 1'])
  assertInvalid(await service.get('/v1/analytics/hours?time_zone=Mars/Olympus'), 'time_zone')
})

test('the codes with the most scans in a period come first', async (t) => {
  const clock = fakeClock('2026-01-01T12:00:00Z')
  const service = await startService(t, { clock })
  const long = await createCode(service, { name: 'long ago' })
  const often = await createCode(service, { name: 'often' })
  const once = await createCode(service, { name: 'once' })
  await createCode(service, { name: 'never' })
  const elsewhere = await createOrganization(service)
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  for (let scans = 0; scans < 3; scans++) await scan(service, long)
  clock.advance(20 * dayMs)
  for (let scans = 0; scans < 2; scans++) await scan(service, often)
  await scan(service, once)
  await scan(service, foreign)

  const top = async (query: string) =>
    (await service.get<Codes>(`/v1/analytics/codes?${query}`)).body.codes
  assert.deepEqual(await top('period=7d'), [
    {
      qpr_code_id: often.id,
      short_id: often.short_id,
      name: 'often',
      status: 'active',
      scans: 2,
      conversations: 0,
      conversation_rate: 0,
    },
    {
      qpr_code_id: once.id,
      short_id: once.short_id,
      name: 'once',
      status: 'active',
      scans: 1,
      conversations: 0,
      conversation_rate: 0,
    },
  ])
  const names = (await top('period=all')).map(({ name }) => name)
  assert.deepEqual(names, ['long ago', 'often', 'once'])
  assert.equal((await top('period=all&limit=1')).length, 1)
  assert.equal((await top(`organization_id=${elsewhere.id}`)).length, 1)
})
