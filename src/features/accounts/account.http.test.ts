import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Static } from 'typebox'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createKey, createOrganization } from '../../../test/harness/data/given.ts'
import { asking } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { followStream } from '../../../test/harness/receivers/live-stream.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { cookieOf, signIn } from '../../../test/harness/service/session.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { version } from '../../platform/kit/project.ts'
import type { AccountSchema, SessionList } from './account.api.ts'
import { createSignInLink } from './sign-ins.ts'

type Account = Static<typeof AccountSchema>
type Sessions = Static<typeof SessionList>

const owner = 'owner@localhost'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'

const accountOf = async (service: Service, options: Parameters<Service['get']>[1] = {}) => {
  const { status, body, text } = await service.get<Account>('/v1/account', options)
  assert.equal(status, 200, text)
  return body
}

const sessionsOf = async (service: Service, options: Parameters<Service['get']>[1] = {}) =>
  (await service.get<Sessions>('/v1/sessions', options)).body.sessions

const withSession = (Cookie: string, service: Service) => ({
  key: null,
  headers: { Cookie, Origin: service.address },
})

test('the account shows the user of a key, its restrictions, and the service', async (t) => {
  const service = await startService(t)
  const { user, default_organization_id, key, session_id, ...facts } = await accountOf(service)
  assert.equal(user.email, owner)
  assert.equal(default_organization_id, await service.defaultOrganizationId())
  assert.deepEqual([key?.organization_id, key?.role, key?.expires_at], [null, null, null])
  assert.equal(session_id, null)
  const { QPR_BASE_URL, QPR_SCAN_HOST } = service.config
  assert.deepEqual(facts, {
    base_url: QPR_BASE_URL,
    scan_host: QPR_SCAN_HOST,
    models: [],
    currency: 'USD',
    scan_host_is_public: false,
    search_by_meaning: 'none',
    mail_configured: false,
    version,
    model: 'demo',
    demo: true,
  })
})

test('a restricted key sees its own organization, role and expiry in the account', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const expires_at = '2099-01-01T00:00:00.000Z'
  const narrowed = await createKey(service, { organization_id: id, role: 'viewer', expires_at })
  const account = await accountOf(service, { key: narrowed.key })
  assert.equal(account.default_organization_id, id)
  assert.deepEqual(account.key, {
    id: narrowed.id,
    organization_id: id,
    role: 'viewer',
    expires_at,
  })
})

test('the account shows the answering model and a public scan host', async (t) => {
  const provider = await startProvider(t)
  const settings = { ...asking(provider), QPR_SCAN_HOST: 'https://qpr.example.com' }
  const { model, demo, scan_host_is_public } = await accountOf(await startService(t, { settings }))
  assert.deepEqual([model, demo, scan_host_is_public], ['compatible:fake', false, true])
})

const signedInTwice = async (t: TestContext) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const link = await service.runOwnChange((change) => createSignInLink(change, owner))
  const answer = await service.post(new URL(link).pathname, undefined, {
    key: null,
    headers: { 'User-Agent': firefox },
  })
  clock.advance(1000)
  const here = withSession(await signIn(service, owner), service)
  return { service, clock, here, there: withSession(cookieOf(answer), service) }
}

test('the list of sessions shows where the user is signed in, and the current session', async (t) => {
  const { service, here, there } = await signedInTwice(t)
  const [mine, other, ...more] = await sessionsOf(service, here)
  assert.deepEqual(more, [])
  assert.equal(mine?.current, true)
  assert.deepEqual(other, {
    id: other?.id,
    browser: 'Firefox on Windows',
    current: false,
    last_used_at: null,
    created_at: '2026-01-31T12:00:00.000Z',
    expires_at: '2026-03-02T12:00:00.000Z',
  })
  assert.deepEqual(
    [(await accountOf(service, there)).session_id, other?.id],
    [other?.id, other?.id],
  )
  assert.equal((await accountOf(service, there)).key, null)
})

test('a session shows when it was last used', async (t) => {
  const { service, here } = await signedInTwice(t)
  await accountOf(service, here)
  await eventually(async () => {
    const [mine] = await sessionsOf(service, here)
    assert.equal(mine?.last_used_at, '2026-01-31T12:00:01.000Z')
  })
})

test('the id of a session neither reveals its token nor authenticates a request', async (t) => {
  const { service, here } = await signedInTwice(t)
  const [mine] = await sessionsOf(service, here)
  const rows = await service.database.db.selectFrom('sessions').selectAll().execute()
  const row = rows.find(({ id }) => id === mine?.id)
  assert.ok(row && !row.id.toLowerCase().includes(row.token_hash.slice(0, 10)))
  const asCookie = withSession(`qpr_session=${mine?.id}`, service)
  assert.equal((await service.get('/v1/account', asCookie)).status, 401)
})

test('an ended session loses access at once, and its live streams end', async (t) => {
  const { service, here, there } = await signedInTwice(t)
  const stream = await followStream(
    { address: service.address, key: null },
    '/v1/scans/stream',
    there.headers,
  )
  const other = (await sessionsOf(service, here)).find(({ current }) => !current)
  const { status, headers } = await service.delete(`/v1/sessions/${other?.id}`, here)
  assert.equal(status, 204)
  assert.deepEqual(headers.getSetCookie(), [])
  assert.equal((await service.get('/v1/account', there)).status, 401)
  assert.equal(await stream.next(), null)
  assert.equal((await sessionsOf(service, here)).length, 1)
})

test('ending the current session signs out', async (t) => {
  const { service, here } = await signedInTwice(t)
  const { session_id } = await accountOf(service, here)
  const { status, headers } = await service.delete(`/v1/sessions/${session_id}`, here)
  assert.equal(status, 204)
  assert.match(headers.getSetCookie()[0] ?? '', /^qpr_session=; Max-Age=0;/)
  assert.equal((await service.get('/v1/account', here)).status, 401)
})

test('expired sessions are not listed', async (t) => {
  const { service, clock } = await signedInTwice(t)
  clock.advance(30 * dayMs)
  assert.deepEqual(await sessionsOf(service), [])
})

test('a key lists and ends the sessions of its user; a restricted key sees none', async (t) => {
  const { service } = await signedInTwice(t)
  const sessions = await sessionsOf(service)
  assert.deepEqual(
    sessions.map(({ current }) => current),
    [false, false],
  )
  const path = `/v1/sessions/${sessions[0]?.id}`
  const expires_at = '2099-01-01T00:00:00.000Z'
  const organization_id = await service.defaultOrganizationId()
  for (const narrowing of [{ role: 'owner' }, { expires_at }, { organization_id }]) {
    const { key } = await createKey(service, narrowing)
    assert.deepEqual(await sessionsOf(service, { key }), [])
    assert.equal((await service.delete(path, { key })).status, 404)
  }
  const stranger = await service.keyOf('owner')
  assert.deepEqual(await sessionsOf(service, { key: stranger }), [])
  assert.equal((await service.delete(path, { key: stranger })).status, 404)
  assert.equal((await service.delete(path)).status, 204)
  assert.equal((await service.delete(path)).status, 404)
})

test('ending a session needs our own Origin', async (t) => {
  const { service, here } = await signedInTwice(t)
  const { session_id } = await accountOf(service, here)
  const { Cookie } = here.headers
  const answer = await service.delete(`/v1/sessions/${session_id}`, {
    key: null,
    headers: { Cookie, Origin: 'https://evil.example' },
  })
  assert.deepEqual([answer.status, answer.body.code], [403, 'foreign_origin'])
})
