// Every count that a caller can raise has a limit, which parallel requests cannot exceed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs } from '../src/platform/kit/clock.ts'
import { assertRefused } from './harness/checks/refusals.ts'
import { countRows, createCode, createKey, createOrganization } from './harness/data/given.ts'
import { followStream } from './harness/receivers/live-stream.ts'
import { closedPort } from './harness/receivers/webhooks.ts'
import type { Answer, ProblemBody } from './harness/service/client.ts'
import { fakeClock, type Service, startService } from './harness/service/service.ts'
import { signIn } from './harness/service/session.ts'

const settings = {
  QPR_LIMIT_WEBHOOKS: '3',
  QPR_LIMIT_TEMPLATES: '3',
  QPR_LIMIT_INVITATIONS_PER_DAY: '3',
  QPR_LIMIT_SIGNIN_MAILS_PER_HOUR: '2,5',
  QPR_LIMIT_STREAMS: '2,3',
  QPR_LIMIT_KEYS: '4',
  QPR_LIMIT_ORGANIZATIONS_PER_DAY: '3',
}

const atOnce = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/**
 * This number of requests succeeds; the others are refused with a sentence that says what to do.
 */
const assertAccepted = (
  answers: Answer<ProblemBody>[],
  count: number,
  refusal: { status: number; code: string },
) => {
  const refused = answers.filter(({ status }) => status >= 300)
  assert.equal(answers.length - refused.length, count)
  for (const answer of refused) {
    assertRefused(answer, refusal)
    assert.match(answer.body.detail, /maximum|already/)
    if (refusal.status === 429) assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  }
}

test('an organization has at most QPR_LIMIT_WEBHOOKS webhooks', async (t) => {
  const service = await startService(t, { settings })
  const register = () => service.post('/v1/webhooks', { url: closedPort })
  assertAccepted(await atOnce(8, register), 3, { status: 409, code: 'limit_reached' })
  const { body } = await service.get<{ webhooks: { id: string }[] }>('/v1/webhooks')
  await service.delete(`/v1/webhooks/${body.webhooks[0]?.id}`)
  assertAccepted(await atOnce(3, register), 1, { status: 409, code: 'limit_reached' })
  const { id } = await createOrganization(service)
  const elsewhere = { url: closedPort, organization_id: id }
  assert.equal((await service.post('/v1/webhooks', elsewhere)).status, 200)
})

test('an organization has at most QPR_LIMIT_TEMPLATES templates', async (t) => {
  const service = await startService(t, { settings })
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/templates`
  const { id } = await createCode(service)
  const save = () => service.post(path, { qpr_code_id: id })
  assertAccepted(await atOnce(8, save), 3, { status: 409, code: 'limit_reached' })
})

test('an organization sends at most QPR_LIMIT_INVITATIONS_PER_DAY invitations a day', async (t) => {
  const clock = fakeClock('2026-01-31T20:00:00Z')
  const service = await startService(t, { settings, clock })
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/members`
  const invite = (i: number) => service.post(path, { email: `guest${i}@example.com` })
  const refusal = { status: 429, code: 'too_many_invitations' }
  const answers = await atOnce(8, invite)
  assertAccepted(answers, 3, refusal)
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(refused?.headers.get('retry-after'), String(4 * 3600))
  assert.equal(await countRows(service, 'mails'), 3)
  clock.advance(dayMs)
  assertAccepted([await invite(1)], 1, refusal)
})

const askForLink = (service: Service, email: string) =>
  service.post('/signin', undefined, {
    key: null,
    rawBody: `email=${encodeURIComponent(email)}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
  })

test('sign-in mails have a limit for one address and in total; the response stays the same', async (t) => {
  const clock = fakeClock('2026-01-31T20:10:00Z')
  const service = await startService(t, { settings: { ...settings, QPR_SIGNUP: 'open' }, clock })
  const spellings = ['ana@example.com', 'ANA@example.com', 'ana@EXAMPLE.com', 'Ana@Example.Com']
  const answers = await atOnce(8, (i) => askForLink(service, spellings[i % 4] ?? ''))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(await countRows(service, 'mails'), 2)
  const others = await atOnce(8, (i) => askForLink(service, `guest${i}@example.com`))
  assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([200]))
  const words = (text: string) => text.replaceAll(/[\w.]+@[\w.]+/gi, '')
  assert.deepEqual(new Set([...answers, ...others].map(({ text }) => words(text))).size, 1)
  assert.equal(await countRows(service, 'mails'), 5)
  clock.advance(hourMs)
  await askForLink(service, 'ana@example.com')
  assert.equal(await countRows(service, 'mails'), 6)
})

test('a user has at most QPR_LIMIT_KEYS valid keys, and few ended ones', async (t) => {
  const service = await startService(t, { settings })
  const create = () => service.post<ProblemBody & { id: string }>('/v1/api-keys', { name: 'a' })
  // The first key of the service is one of them.
  assertAccepted(await atOnce(8, create), 3, { status: 409, code: 'limit_reached' })
  const { body } = await service.get<{ keys: { id: string; name: string }[] }>('/v1/api-keys')
  let mine = body.keys.find(({ name }) => name === 'a')?.id
  for (let i = 0; i < 12; i++) {
    assert.equal((await service.delete(`/v1/api-keys/${mine}`)).status, 204)
    const made = await create()
    assert.equal(made.status, 201)
    mine = made.body.id
  }
  assert.ok((await countRows(service, 'api_keys')) <= 9)
  assert.equal((await service.post('/v1/api-keys', { name: 'a' })).status, 409)
})

test('a key has at most ten valid values, and a rotation without a grace period ends the others', async (t) => {
  const service = await startService(t)
  const { id } = await createKey(service)
  const rotate = (grace_seconds: number) =>
    service.post(`/v1/api-keys/${id}/rotate`, { grace_seconds })
  const answers = await atOnce(15, () => rotate(3600))
  assert.equal(answers.filter(({ status }) => status === 200).length, 9)
  assert.ok(answers.every(({ status }) => [200, 409].includes(status)))
  assert.equal((await rotate(0)).status, 200)
  assert.equal((await rotate(3600)).status, 200)
  assert.ok((await countRows(service, 'api_key_texts')) <= 4)
})

test('a user creates at most QPR_LIMIT_ORGANIZATIONS_PER_DAY organizations a day', async (t) => {
  const clock = fakeClock('2026-01-31T20:00:00Z')
  const service = await startService(t, { settings, clock })
  const create = () => service.post('/v1/organizations', { name: 'a' })
  const refusal = { status: 429, code: 'too_many_organizations' }
  assertAccepted(await atOnce(6, create), 3, refusal)
  clock.advance(dayMs)
  assertAccepted([await create()], 1, refusal)
})

test('a user has at most 100 sessions: the oldest ends', async (t) => {
  const clock = fakeClock('2026-01-31T20:00:00Z')
  const service = await startService(t, { clock })
  const cookies: string[] = []
  for (let i = 0; i < 102; i++) {
    clock.advance(1)
    cookies.push(await signIn(service, 'owner@localhost'))
  }
  assert.equal(await countRows(service, 'sessions'), 100)
  const statusWith = async (Cookie = '') =>
    (await service.get('/v1/account', { key: null, headers: { Cookie } })).status
  assert.deepEqual(
    [await statusWith(cookies[1]), await statusWith(cookies[2]), await statusWith(cookies[101])],
    [401, 200, 200],
  )
})

test('a key or session has a maximum of open streams, and closing one allows another', async (t) => {
  const service = await startService(t, { settings })
  const path = '/v1/events/stream'
  const cookie = await signIn(service, 'owner@localhost')
  for (const who of [{ key: service.key }, { key: null, headers: { cookie } }]) {
    const open = () =>
      followStream({ address: service.address, key: who.key }, path, who.headers ?? {})
    const streams = [await open(), await open()]
    for (const other of [
      path,
      '/v1/scans/stream',
      '/v1/scans/export',
      '/v1/conversations/export',
    ]) {
      assertAccepted([await service.get(other, who)], 0, { status: 429, code: 'too_many_streams' })
    }
    assert.equal((await service.get('/v1/scans', who)).status, 200)
    streams[0]?.close()
    // The server notices it a moment later.
    for (let tries = 0; (await service.get('/v1/scans/export', who)).status !== 200; tries++) {
      assert.ok(tries < 500)
    }
    for (const stream of streams) stream.close()
  }
})

test('visitors of one address have a maximum of open streams', async (t) => {
  const service = await startService(t, { settings })
  const { short_id } = await createCode(service)
  const { body } = await service.post<{ token: string }>(`/s/${short_id}/conversations`)
  const path = `/c/${body.token}/events`
  const open = () => followStream({ address: service.address, key: null }, path)
  const streams = [await open(), await open(), await open()]
  const refusal = { status: 429, code: 'too_many_streams' }
  assertAccepted([await service.get(path, { key: null })], 0, refusal)
  for (const stream of streams) stream.close()
})

test('all addresses of an IPv6 /64 share a limit, and an IPv4 address has its own', async (t) => {
  const service = await startService(t, {
    settings: { QPR_TRUST_PROXY: '127.0.0.1', QPR_LIMIT_OPENINGS_PER_MINUTE: '2' },
    clock: fakeClock('2026-01-31T20:00:00Z'),
  })
  const { short_id } = await createCode(service)
  const openFrom = async (address: string) =>
    (
      await service.post(`/s/${short_id}/conversations`, undefined, {
        key: null,
        headers: { 'X-Forwarded-For': address },
      })
    ).status
  const network = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:db8:1:2:a:b:c:d']
  const statuses = []
  for (const address of network) statuses.push(await openFrom(address))
  assert.deepEqual(statuses, [201, 201, 429])
  assert.equal(await openFrom('2001:db8:1:3::1'), 201)
  const ipv4 = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201']
  const others = []
  for (const address of ipv4) others.push(await openFrom(address))
  assert.deepEqual(others, [201, 201, 429])
  assert.equal(await openFrom('192.0.2.2'), 201)
})
