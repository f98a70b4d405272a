import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertWithinASecond } from '../../../test/harness/checks/duration.ts'
import { patienceMs } from '../../../test/harness/checks/eventually.ts'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode, createKey, createOrganization } from '../../../test/harness/data/given.ts'
import { listScans, scan } from '../../../test/harness/data/scans.ts'
import { followScans } from '../../../test/harness/receivers/scan-stream.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { signIn } from '../../../test/harness/service/session.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'

test('a scan is sent within a second, in the format of the list', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { metadata: { note: 'two\nlines' } })
  const stream = await followScans(service)
  const scanAndSee = async () => {
    await scan(service, code)
    const shown = await stream.next()
    assert.deepEqual(shown, (await listScans(service, '?limit=1')).scans[0])
  }
  await assertWithinASecond(scanAndSee)
})

test('a stream must not be cached or buffered', async (t) => {
  const service = await startService(t)
  const { headers } = await followScans(service)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-accel-buffering'), 'no')
  assert.match(headers.get('request-id') ?? '', /^req_/)
})

test('a new stream begins with new scans, not with earlier ones', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await scan(service, code)
  const stream = await followScans(service)
  await scan(service, code)
  const { scans } = await listScans(service)
  assert.equal((await stream.next())?.id, scans[0]?.id)
})

test('a stream resumes after the last received scan, by header or parameter', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  for (let i = 0; i < 3; i++) await scan(service, code)
  const [third, second, first] = (await listScans(service)).scans.map(({ id }) => id)
  const streams = [
    await followScans(service, '', { 'Last-Event-ID': String(first) }),
    await followScans(service, `?after=${first}`),
    // A browser that reconnects sends the header to the same URL.
    await followScans(service, `?after=0`, { 'Last-Event-ID': String(first) }),
  ]
  for (const stream of streams) {
    assert.equal((await stream.next())?.id, second)
    assert.equal((await stream.next())?.id, third)
  }
  const whole = await followScans(service, '?after=0')
  assert.equal((await whole.next())?.id, first)
})

test('an invalid Last-Event-ID is ignored', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await scan(service, code)
  for (const id of ['', 'x', '-1', '1.5', '1e3', '9'.repeat(30)]) {
    const stream = await followScans(service, '', { 'Last-Event-ID': id })
    await scan(service, code)
    const newest = (await listScans(service, '?limit=1')).scans[0]
    assert.equal((await stream.next())?.id, newest?.id, id)
    stream.close()
  }
})

test('a stream that reconnects repeatedly during scans loses and repeats none', async (t) => {
  const service = await startService(t)
  const codes = [await createCode(service), await createCode(service)]
  const seen: number[] = []
  let stream = await followScans(service)
  const scanning = Array.from({ length: 8 }, async (_, worker) => {
    for (let i = 0; i < 15; i++) await scan(service, codes[(worker + i) % 2] ?? assert.fail())
  })
  while (seen.length < 120) {
    const next = await stream.next()
    seen.push(next?.id ?? assert.fail('the stream ended'))
    if (seen.length % 9 === 0) {
      stream.close()
      stream = await followScans(service, '', { 'Last-Event-ID': String(seen.at(-1)) })
    }
  }
  await Promise.all(scanning)
  const { scans } = await listScans(service, '?limit=200')
  assert.deepEqual(
    seen,
    scans.map(({ id }) => id).sort((a, b) => a - b),
  )
})

test('more scans than one read returns are all sent', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  for (let i = 0; i < 5; i++) {
    await Promise.all(Array.from({ length: 100 }, () => scan(service, code)))
  }
  const stream = await followScans(service, '?after=0')
  const seen = new Set<number>()
  for (let i = 0; i < 500; i++) seen.add((await stream.next())?.id ?? assert.fail())
  assert.equal(seen.size, 500)
})

test('a stream contains only the scans of its organization', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const here = await createCode(service)
  const there = await createCode(service, { organization_id: id })
  const streams = [await followScans(service), await followScans(service, `?organization_id=${id}`)]
  for (const code of [there, here, there]) await scan(service, code)
  assert.equal((await streams[0]?.next())?.qpr_code_id, here.id)
  assert.equal((await streams[1]?.next())?.qpr_code_id, there.id)
  assert.equal((await streams[1]?.next())?.qpr_code_id, there.id)
})

test('a stream of a code contains only its scans', async (t) => {
  const service = await startService(t)
  const [one, other] = [await createCode(service), await createCode(service)]
  const stream = await followScans(service, `?qpr_code_id=${one.short_id}`)
  for (const code of [other, one]) await scan(service, code)
  assert.equal((await stream.next())?.qpr_code_id, one.id)
})

test('a stream ends when its key is revoked, without later scans', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const { id, key } = await createKey(service)
  const stream = await followScans({ address: service.address, key })
  await scan(service, code)
  assert.equal((await stream.next())?.qpr_code_id, code.id)
  assert.equal((await service.delete(`/v1/api-keys/${id}`)).status, 204)
  await scan(service, code)
  assert.equal(await stream.next(), null)
})

test('the stream of a session ends with the session', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  const cookie = await signIn(service, 'owner@localhost')
  const stream = await followScans({ address: service.address, key: null }, '', { cookie })
  await scan(service, code)
  assert.equal((await stream.next())?.qpr_code_id, code.id)
  const headers = { cookie, Origin: new URL(service.config.QPR_BASE_URL).origin }
  await service.post('/signout', undefined, { key: null, headers })
  await scan(service, code)
  assert.equal(await stream.next(), null)
})

test('a stream ends when its code is deleted, which is no error', async (t) => {
  const { log, lines } = collectLogs()
  const service = await startService(t, { log })
  const code = await createCode(service)
  const stream = await followScans(service, `?qpr_code_id=${code.id}`)
  await service.delete(`/v1/qpr-codes/${code.id}`)
  assert.equal(await stream.next(), null)
  assert.deepEqual(
    lines().filter(({ level }) => level >= 50),
    [],
  )
})

test('an invalid parameter gets 422 with its name', async (t) => {
  const service = await startService(t)
  for (const after of ['-1', 'x', '1.5']) {
    assertInvalid(await service.get(`/v1/scans/stream?after=${after}`), 'after')
  }
})

test('HEAD of a stream is answered at once', async (t) => {
  const service = await startService(t)
  const response = await fetch(`${service.address}/v1/scans/stream`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${service.key}` },
    signal: AbortSignal.timeout(patienceMs),
  })
  assert.ok([200, 404, 405].includes(response.status))
  await response.text()
  // A second request on the same connection shows that the first has ended.
  const { status } = await service.get('/v1/scans')
  assert.equal(status, 200)
})
