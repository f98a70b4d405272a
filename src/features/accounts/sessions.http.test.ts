import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { type Code, createCode } from '../../../test/harness/data/given.ts'
import { fakeClock, startService } from '../../../test/harness/service/service.ts'
import { signIn } from '../../../test/harness/service/session.ts'
import { dayMs } from '../../platform/kit/clock.ts'

/** The first user, signed in. */
const signedIn = async (t: TestContext) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const Cookie = await signIn(service, 'owner@localhost')
  const asSession = (headers: Record<string, string> = {}) => ({
    key: null,
    headers: { Cookie, ...headers },
  })
  return { service, clock, Cookie, asSession, origin: service.config.QPR_BASE_URL }
}

const foreign = { status: 403, code: 'foreign_origin' }
const input = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

test('/v1 accepts a session cookie', async (t) => {
  const { service, asSession } = await signedIn(t)
  const code = await createCode(service)
  const { status, body } = await service.get<Code>(`/v1/qpr-codes/${code.id}`, asSession())
  assert.deepEqual([status, body.id], [200, code.id])
})

test('every change with a session needs our own Origin', async (t) => {
  const { service, asSession, origin } = await signedIn(t)
  const { id } = await createCode(service)
  const changes = [
    ['POST', '/v1/qpr-codes', input],
    ['PATCH', `/v1/qpr-codes/${id}`, { name: 'New' }],
    ['DELETE', `/v1/qpr-codes/${id}`, undefined],
  ] as const
  for (const [method, path, body] of changes) {
    for (const headers of [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }]) {
      const answer = await service.request(method, path, { ...asSession(headers), body })
      assertRefused(answer as Parameters<typeof assertRefused>[0], foreign)
    }
    const { status } = await service.request(method, path, {
      ...asSession({ Origin: origin }),
      body,
    })
    assert.ok(status < 300, `${method} ${status}`)
  }
})

test('the address of the request counts as our own Origin too', async (t) => {
  const { service, asSession } = await signedIn(t)
  const answer = await service.post('/v1/qpr-codes', input, asSession({ Origin: service.address }))
  assert.equal(answer.status, 200)
})

test('a key takes precedence over a session, and needs no Origin', async (t) => {
  const { service, Cookie } = await signedIn(t)
  const viewer = await service.keyOf('viewer', undefined, 'ana@example.com')
  const headers = { Cookie }
  const organization_id = await service.defaultOrganizationId()
  const body = { ...input, organization_id }
  assert.equal((await service.post('/v1/qpr-codes', body, { key: viewer, headers })).status, 403)
  assert.equal((await service.post('/v1/qpr-codes', body, { headers })).status, 200)
  assert.equal((await service.get('/v1/qpr-codes', { key: 'unknown', headers })).status, 401)
})

test('an unknown session gets 401', async (t) => {
  const { service } = await signedIn(t)
  for (const Cookie of ['qpr_session=unknown', 'qpr_session=', 'other=1', '=', 'qpr_session']) {
    const answer = await service.get('/v1/organizations', { key: null, headers: { Cookie } })
    assert.equal(answer.status, 401, Cookie)
  }
})

test('a session expires after 30 days', async (t) => {
  const { service, clock, asSession } = await signedIn(t)
  clock.advance(30 * dayMs - 1)
  assert.equal((await service.get('/v1/organizations', asSession())).status, 200)
  clock.advance(1)
  assert.equal((await service.get('/v1/organizations', asSession())).status, 401)
})

test('the token of a session is not in the database', async (t) => {
  const { service, Cookie } = await signedIn(t)
  const sessions = await service.database.db.selectFrom('sessions').selectAll().execute()
  assert.equal(sessions.length, 1)
  assert.ok(!JSON.stringify(sessions).includes(Cookie.split('=')[1] ?? ''))
})
