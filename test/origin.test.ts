// Another site can make a browser send a request with the session's cookie, but not with our
// Origin.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from './harness/checks/refusals.ts'
import { createOrganization } from './harness/data/given.ts'
import type { ProblemBody } from './harness/service/client.ts'
import { startService } from './harness/service/service.ts'
import { signIn } from './harness/service/session.ts'
import { operations } from './roles.operations.ts'

const foreign = { status: 403, code: 'foreign_origin' }

test('with a session every change of the API is accepted only from our own pages', async (t) => {
  const service = await startService(t)
  const Cookie = await signIn(service, 'owner@localhost')
  const own = service.config.QPR_BASE_URL
  const { host } = new URL(own)
  const others: Record<string, string>[] = [
    {},
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `http://${host}.evil.example` },
    { Origin: 'http://localhost:1' },
    { Origin: 'https://evil.example', Referer: `${own}/studio` },
  ]
  const changes = Object.entries(operations).filter(([name]) => !name.startsWith('GET '))
  for (const [name, { request, refusal }] of changes) {
    const [method = ''] = name.split(' ')
    await t.test(name, async () => {
      const { id } = await createOrganization(service)
      const given = { service, organizationId: id, key: service.key }
      const { path, headers, ...more } = await request(given)
      const send = (sent: Record<string, string>) =>
        service.request<ProblemBody>(method, path, {
          key: null,
          headers: { ...headers, Cookie, ...sent },
          ...more,
        })
      for (const sent of others) {
        const refused = await send(sent)
        assertRefused(refused, foreign)
        assert.match(refused.body.detail, /set QPR_BASE_URL/)
      }
      // Not changed yet: a deleted object could not be deleted now.
      const { status, body, text } = await send({ Origin: own })
      // An account that is the only owner of an organization stays.
      const expected = name === 'DELETE /v1/account' ? 'last_owner' : refusal
      if (expected === 'session_required') assert.notEqual(status, 403, text)
      else if (expected) assert.equal(body.code, expected)
      else assert.ok(status < 300, text)
    })
  }
})

test('another site, or a form that hides its origin, cannot sign a user out', async (t) => {
  const service = await startService(t)
  const Cookie = await signIn(service, 'owner@localhost')
  const signOut = (headers: Record<string, string>) =>
    service.post('/signout', undefined, { key: null, headers: { Cookie, ...headers } })
  const isSignedIn = async () =>
    (await service.get('/v1/account', { key: null, headers: { Cookie } })).status === 200
  for (const headers of [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }]) {
    const { status, headers: answered } = await signOut(headers as Record<string, string>)
    assert.equal(status, 403)
    assert.equal(answered.getSetCookie().length, 0)
    assert.ok(await isSignedIn())
  }
  assert.equal((await signOut({ Origin: service.config.QPR_BASE_URL })).status, 303)
  assert.ok(!(await isSignedIn()))
})
