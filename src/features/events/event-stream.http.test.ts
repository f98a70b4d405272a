import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventConformance } from '../../../test/harness/checks/conformance.ts'
import { assertWithinASecond } from '../../../test/harness/checks/duration.ts'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode, createKey, createOrganization } from '../../../test/harness/data/given.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { type EventBody, eventTexts, followEvents } from '../../../test/harness/receivers/events.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { runUnaudited } from '../../platform/change.ts'
import { emit } from './outbox.ts'

const eventIds = async (service: Service) =>
  (await eventTexts(service)).map((text) => (JSON.parse(text) as EventBody).id)

test('an event is sent within a second, with exactly its stored bytes', async (t) => {
  const service = await startOwnService(t)
  const assertFits = createEventConformance(
    (await service.get<object>('/openapi.json', { key: null })).body,
  )
  const stream = await followEvents(service)
  const isShown = async () => {
    const shown = await stream.next()
    assert.ok(shown)
    const { text, ...event } = shown
    assertFits({ ...event })
    assert.equal(text, (await eventTexts(service)).at(-1))
  }
  const code = await createCode(service, { metadata: { note: 'two\nlines', Grüße: '🏨' } })
  await isShown()
  const scanAndSee = async () => {
    await scan(service, code)
    await isShown()
  }
  await assertWithinASecond(scanAndSee)
})

test('a stream must not be cached or buffered', async (t) => {
  const service = await startService(t)
  const { headers } = await followEvents(service)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-accel-buffering'), 'no')
})

test('a new stream begins with new events, not with earlier ones', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const stream = await followEvents(service)
  const { id } = await createCode(service)
  assert.equal((await stream.next())?.data.id, id)
})

test('a stream resumes after the last received event, by header or parameter', async (t) => {
  const service = await startOwnService(t)
  for (let i = 0; i < 3; i++) await createCode(service)
  const [first, second, third] = await eventIds(service)
  const streams = [
    await followEvents(service, '', { 'Last-Event-ID': String(first) }),
    await followEvents(service, `?after=${first}`),
    // A browser that reconnects sends the header to the same URL.
    await followEvents(service, `?after=${third}`, { 'Last-Event-ID': String(first) }),
  ]
  for (const stream of streams) {
    assert.equal((await stream.next())?.id, second)
    assert.equal((await stream.next())?.id, third)
  }
})

test('a stream that disconnects before its first event resumes without a loss', async (t) => {
  const service = await startOwnService(t)
  const { id: empty } = await createOrganization(service)
  const { id: earlier } = await createCode(service)
  for (const query of ['', `?organization_id=${empty}`]) {
    const stream = await followEvents(service, query)
    const first = stream.next()
    first.catch(() => undefined)
    while (stream.lastEventId() === '') await new Promise(setImmediate)
    stream.close()
    const { id } = await createCode(service, query ? { organization_id: empty } : {})
    const resumed = await followEvents(service, query, { 'Last-Event-ID': stream.lastEventId() })
    // On PostgreSQL the event before the stream comes again if any transaction of the server, also
    // of another database, was open when the stream began.
    let next = await resumed.next()
    if (next?.data.id === earlier) next = await resumed.next()
    assert.equal(next?.data.id, id)
  }
})

test('an invalid Last-Event-ID is ignored', async (t) => {
  const service = await startService(t)
  const tooLate = `evt_8${'0'.repeat(25)}`
  for (const lastId of ['', 'x', '17', 'evt_1', tooLate, `evt_${'0'.repeat(25)}U`]) {
    const stream = await followEvents(service, '', { 'Last-Event-ID': lastId })
    const { id } = await createCode(service)
    assert.equal((await stream.next())?.data.id, id, lastId)
    stream.close()
  }
})

test('a deleted event is still a position to resume from', async (t) => {
  const service = await startOwnService(t)
  for (let i = 0; i < 3; i++) await createCode(service)
  const [first = '', second = '', third] = await eventIds(service)
  await service.database.transaction(({ db }) =>
    db.deleteFrom('events').where('id', 'in', [first, second]).execute(),
  )
  const stream = await followEvents(service, `?after=${second}`)
  assert.equal((await stream.next())?.id, third)
  const whole = await followEvents(service, `?after=evt_${'0'.repeat(26)}`)
  assert.equal((await whole.next())?.id, third)
})

test('a stream that reconnects repeatedly during events loses and repeats none', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  let stream = await followEvents(service)
  const working = Array.from({ length: 8 }, async (_, worker) => {
    for (let i = 0; i < 15; i++) await (worker < 4 ? scan(service, code) : createCode(service))
  })
  const seen: string[] = []
  while (seen.length < 120) {
    seen.push((await stream.next())?.id ?? assert.fail('the stream ended'))
    if (seen.length % 9 === 0) {
      stream.close()
      stream = await followEvents(service, '', { 'Last-Event-ID': String(seen.at(-1)) })
    }
  }
  await Promise.all(working)
  const [, ...written] = await eventIds(service)
  assert.equal(new Set(seen).size, 120)
  assert.deepEqual(seen.toSorted(), written)
})

test('an event whose transaction commits after a later one is sent once', async (t) => {
  const service = await startOwnService(t)
  const organizationId = await service.defaultOrganizationId()
  const stream = await followEvents(service)
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const add = (name: string, until?: Promise<void>) =>
    runUnaudited(service.internals, async (change) => {
      await emit(change, [{ organizationId, type: 'scan.created', data: { name } }])
      began.resolve()
      await until
    })
  const early = add('early', mayEnd.promise)
  await began.promise
  const late = add('late')
  // SQLite has a single writer, so the second waits for the first.
  if (service.database.engine === 'postgres') await late
  // Enough time for a stream that would send the later one too early.
  for (let i = 0; i < 10; i++) await service.get('/v1/qpr-codes')
  mayEnd.resolve()
  await Promise.all([early, late])
  await add('last')
  const shown = [await stream.next(), await stream.next(), await stream.next()]
  assert.deepEqual(
    shown.map((event) => event?.data.name),
    ['early', 'late', 'last'],
  )
})

test('earlier events are not sent to a stream that begins while a transaction is open', async (t) => {
  const service = await startOwnService(t)
  const { database } = service
  await createCode(service)
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const open = database.transaction(async ({ db }) => {
    await db.insertInto('settings').values({ name: 'held', value: '' }).execute()
    began.resolve()
    await mayEnd.promise
  })
  await began.promise
  const organizationId = await service.defaultOrganizationId()
  const add = (name: string) =>
    runUnaudited(service.internals, (change) =>
      emit(change, [{ organizationId, type: 'scan.created', data: { name } }]),
    )
  // On PostgreSQL this event is visible, and above those that the open transaction may still write.
  const before = add('before')
  if (database.engine === 'postgres') await before
  const stream = await followEvents(service)
  mayEnd.resolve()
  await Promise.all([open, before])
  await add('after')
  const shown = await stream.next()
  // SQLite wrote the first of them only then.
  const expected = database.engine === 'postgres' ? 'after' : 'before'
  assert.equal(shown?.data.name, expected)
})

test('more events than one read returns are all sent', async (t) => {
  const service = await startOwnService(t)
  const codes = Array.from({ length: 450 }, (_, i) => ({ name: `Table ${i}`, prompt: 'Hello.' }))
  const { status } = await service.post<object>('/v1/qpr-codes/bulk', { codes })
  assert.equal(status, 200)
  const stream = await followEvents(service, `?after=evt_${'0'.repeat(26)}`)
  const seen: string[] = []
  while (seen.length < 450) seen.push((await stream.next())?.id ?? assert.fail())
  assert.deepEqual(seen, await eventIds(service))
})

test('a stream contains only the events of its organization', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const here = await followEvents(service)
  const there = await followEvents(service, `?organization_id=${id}`)
  const foreign = await createCode(service, { organization_id: id })
  const own = await createCode(service)
  assert.equal((await here.next())?.data.id, own.id)
  assert.equal((await there.next())?.data.id, foreign.id)
})

test('a stream ends when its key is revoked, without later events', async (t) => {
  const service = await startService(t)
  const { id, key } = await createKey(service)
  const stream = await followEvents({ address: service.address, key })
  const code = await createCode(service)
  assert.equal((await stream.next())?.data.id, code.id)
  assert.equal((await service.delete(`/v1/api-keys/${id}`)).status, 204)
  await createCode(service)
  assert.equal(await stream.next(), null)
})

test('a stream ends when its reader loses the permission to read events', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const key = await service.keyOf('editor', id)
  const stream = await followEvents({ address: service.address, key }, `?organization_id=${id}`)
  const members = `/v1/organizations/${id}/members`
  const { body } = await service.get<{ members: { id: string; role: string }[] }>(members)
  const editor = body.members.find(({ role }) => role === 'editor')
  await service.patch(`${members}/${editor?.id}`, { role: 'viewer' })
  await createCode(service, { organization_id: id })
  assert.equal(await stream.next(), null)
})

test('an invalid parameter gets 422 with its name', async (t) => {
  const service = await startService(t)
  for (const after of ['x', '17', `evt_8${'0'.repeat(25)}`, '']) {
    assertInvalid(await service.get(`/v1/events/stream?after=${after}`), 'after')
  }
})
