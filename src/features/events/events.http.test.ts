import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import type { EventBody } from '../../../test/harness/receivers/events.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import { minuteMs } from '../../platform/kit/clock.ts'

interface Page {
  events: EventBody[]
  total: number
  limit: number
  offset: number
}

const list = async (service: Service, query = '') => {
  const answer = await service.get<Page>(`/v1/events${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

let days = 0

/** A code at noon and a scan of it every minute after that. */
const start = async (t: TestContext, scans: number) => {
  // Ids never go back in time, so each test uses a later day than the last.
  days += 1
  const day = `2099-01-${String(days).padStart(2, '0')}`
  const clock = fakeClock(`${day}T12:00:00Z`)
  const service = await startService(t, { clock })
  const code = await createCode(service, { metadata: { table: 12 } })
  for (let i = 0; i < scans; i++) {
    clock.advance(minuteMs)
    await scan(service, code)
  }
  return { service, code, day }
}

const timesOf = ({ events }: Page) => events.map(({ created_at }) => created_at.slice(11, 16))

test('events are listed as they are delivered, newest first', async (t) => {
  const { service, code, day } = await start(t, 1)
  const { events, ...page } = await list(service)
  assert.deepEqual(page, { total: 2, limit: 50, offset: 0 })
  const [scanned, created] = events
  assert.deepEqual(scanned, {
    event: 'scan.created',
    id: scanned?.id,
    created_at: `${day}T12:01:00.000Z`,
    data: {
      scan_id: scanned?.data.scan_id,
      qpr_code_id: code.id,
      short_id: code.short_id,
      scanned_at: `${day}T12:01:00.000Z`,
      metadata: { table: 12 },
    },
  })
  assert.deepEqual(created?.data, code)
})

test('event selects a type, and counts its events', async (t) => {
  const { service } = await start(t, 3)
  const counts: Record<string, number> = {
    'scan.created': 3,
    'qpr_code.created': 1,
    'conversation.completed': 0,
  }
  for (const [type, count] of Object.entries(counts)) {
    const { events, total } = await list(service, `?event=${type}`)
    assert.deepEqual([events.length, total], [count, count], type)
    for (const { event } of events) assert.equal(event, type)
  }
})

test('since is inclusive, until is exclusive', async (t) => {
  const { service, day } = await start(t, 4)
  const since = `since=${day}T12:01:00Z`
  const until = `until=${day}T12:03:00Z`
  const spans: Record<string, string[]> = {
    [since]: ['12:04', '12:03', '12:02', '12:01'],
    [until]: ['12:02', '12:01', '12:00'],
    [`${since}&${until}`]: ['12:02', '12:01'],
    [`${since}&${until}&event=scan.created`]: ['12:02', '12:01'],
    [`${until}&event=qpr_code.created`]: ['12:00'],
    [`${since}&event=qpr_code.created`]: [],
    [`${until}&since=2099-02-01T00:00:00Z`]: [],
  }
  for (const [query, times] of Object.entries(spans)) {
    const page = await list(service, `?${query}`)
    assert.deepEqual([timesOf(page), page.total], [times, times.length], query)
  }
})

test('the list is paged by limit and offset, with and without a type', async (t) => {
  const { service } = await start(t, 5)
  const page = await list(service, '?limit=2&offset=1')
  assert.deepEqual(timesOf(page), ['12:04', '12:03'])
  assert.deepEqual([page.total, page.limit, page.offset], [6, 2, 1])
  const scans = await list(service, '?event=scan.created&limit=2&offset=3')
  assert.deepEqual([timesOf(scans), scans.total], [['12:02', '12:01'], 5])
  assert.deepEqual((await list(service, '?offset=6')).events, [])
})

test('the list contains the events of one organization', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service)
  const own = await createCode(service)
  const other = await createCode(service, { organization_id: id })
  const codeOf = async (query: string) =>
    (await list(service, query)).events.map(({ data }) => data.id)
  assert.deepEqual(await codeOf(''), [own.id])
  assert.deepEqual(await codeOf(`?organization_id=${slug}`), [other.id])
})

test('events are stored with and without a webhook', async (t) => {
  const { service } = await start(t, 0)
  assert.equal((await service.get<{ total: number }>('/v1/webhooks')).body.total, 0)
  assert.equal((await list(service)).total, 1)
})

test('an invalid query gets 422 with the parameter', async (t) => {
  const service = await startService(t)
  const bad = {
    event: ['scan.deleted', '', 'webhook.test'],
    since: ['yesterday', '', '2026-01-31'],
    until: ['tomorrow', '2026-13-01T00:00:00Z'],
    limit: ['0', '101', 'a'],
    offset: ['-1', 'a'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      assertInvalid(await service.get(`/v1/events?${name}=${value}`), name)
    }
  }
})
