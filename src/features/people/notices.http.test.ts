import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importJWK, jwtVerify } from 'jose'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { countRows } from '../../../test/harness/data/given.ts'
import { memberOf, talkWithPeople } from '../../../test/harness/data/people.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { newBrowser, type Received, startTool } from '../../../test/harness/receivers/push.ts'
import { signIn } from '../../../test/harness/service/session.ts'
import { fakeClock, type Service, startOwnService } from '../../../test/harness/service/shared.ts'
import { readContext } from '../../platform/context.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { pushKey } from './push.ts'

const sessionOf = async (service: Service) => {
  const cookie = await signIn(service, service.ownerEmail)
  const headers = { Cookie: cookie, Origin: service.address }
  const path = '/v1/push-subscriptions'
  return {
    list: async () =>
      (
        await service.get<{ public_key: string; subscriptions: { current: boolean }[] }>(path, {
          key: null,
          headers,
        })
      ).body,
    add: (body: object) => service.post(path, body, { key: null, headers }),
    end: (endpoint: string) =>
      service.request('DELETE', path, { key: null, headers, body: { endpoint } }),
    export: async () =>
      (
        await service.get<{ push_subscriptions: object[] }>('/v1/account/export', {
          key: null,
          headers,
        })
      ).text,
    signOut: () => service.post('/signout', undefined, { key: null, headers }),
  }
}

test('the reader of these tests reads the example of RFC 8291', () => {
  const given = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS' +
    '6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const browser = newBrowser('https://push.example.net/push/x', given)
  const text = browser.read(Buffer.from(body, 'base64url'))
  assert.equal(text, 'When I grow up, I want to be a watermelon')
})

const askForPerson = (service: Service, visitor: { path(rest?: string): string }) =>
  service.post(visitor.path('/handoff'), undefined, { key: null })

const question = 'My secret question about room 12'

test('a browser gets an encrypted message without a word of the visitor, signed by the service', async (t) => {
  const tool = await startTool(t)
  const service = await startOwnService(t)
  const session = await sessionOf(service)
  const browser = newBrowser(`${tool.url}/push/1`)
  assert.equal((await session.add(browser.subscription)).status, 201)
  assert.equal((await session.add(browser.subscription)).status, 201)
  const { public_key, subscriptions } = await session.list()
  assert.equal(subscriptions.length, 1)
  const visitor = await talkWithPeople(service)
  await visitor.say(question)
  await visitor.post('/stop')
  await askForPerson(service, visitor)
  await eventually(async () => assert.equal(tool.received.length, 1))
  const [{ headers, body, path }] = tool.received as [Received]
  assert.equal(path, '/push/1')
  assert.deepEqual([headers['content-encoding'], headers.urgency], ['aes128gcm', 'high'])
  const message = JSON.parse(browser.read(body))
  const link = `/conversations/${visitor.conversation_id}`
  assert.deepEqual(Object.keys(message), ['title', 'body', 'url', 'tag'])
  assert.ok(message.url.endsWith(link))
  assert.ok(!JSON.stringify(message).includes('secret question'))
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  assert.equal(key, public_key)
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: tool.url })
  assert.ok((payload.exp ?? 0) * 1000 <= Date.now() + 24 * 3600_000)
})

test('processes that make the key of the service at once agree on it, and keep it encrypted', async (t) => {
  const service = await startOwnService(t)
  const context = readContext(service.internals, null)
  const keys = await Promise.all(Array.from({ length: 8 }, () => pushKey(context)))
  assert.equal(new Set(keys).size, 1)
  const { db } = service.database
  const stored = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'push_key')
    .execute()
  assert.equal(stored.length, 1)
  assert.ok(!stored[0]?.value.includes('"d"'))
})

test('a browser is told nothing after its session, wherever that was ended', async (t) => {
  const clock = fakeClock('2026-01-01T12:00:00Z')
  const tool = await startTool(t)
  const service = await startOwnService(t, { clock })
  const [here, other, third] = [
    await sessionOf(service),
    await sessionOf(service),
    await sessionOf(service),
  ]
  const signedOut = newBrowser(`${tool.url}/push/signed-out`).subscription
  await here.add(signedOut)
  assert.deepEqual(
    (await here.list()).subscriptions.map(({ current }) => current),
    [true],
  )
  assert.deepEqual(
    (await other.list()).subscriptions.map(({ current }) => current),
    [false],
  )
  const exported = await here.export()
  assert.match(exported, /"push_subscriptions": \[\s+{\s+"id": "psh_/)
  assert.ok(!exported.includes(signedOut.keys.auth) && !exported.includes('/push/signed-out'))
  assert.equal((await here.signOut()).status, 303)
  assert.deepEqual((await other.list()).subscriptions, [])
  assert.equal((await here.add(signedOut)).status, 401)

  await other.add(newBrowser(`${tool.url}/push/revoked`).subscription)
  const cookie = await signIn(service, service.ownerEmail)
  const headers = { Cookie: cookie, Origin: service.address }
  const { body } = await service.get<{ sessions: { id: string; current: boolean }[] }>(
    '/v1/sessions',
    { key: null, headers },
  )
  for (const { id, current } of body.sessions) {
    if (!current) await service.request('DELETE', `/v1/sessions/${id}`, { key: null, headers })
  }
  assert.equal((await third.add(signedOut)).status, 401)

  const late = await sessionOf(service)
  await late.add(newBrowser(`${tool.url}/push/expired`).subscription)
  clock.advance(31 * dayMs)
  // The row of the expired session may still be there.
  const last = await sessionOf(service)
  await last.add(newBrowser(`${tool.url}/push/valid`).subscription)
  await askForPerson(service, await talkWithPeople(service))
  await eventually(async () => {
    assert.equal(await countRows(service, 'handoff_notices'), 0)
    assert.deepEqual(
      tool.received.map(({ path }) => path),
      ['/push/valid'],
    )
  })
})

test('a user has at most 20 browsers, also when they subscribe at once', async (t) => {
  const service = await startOwnService(t)
  const session = await sessionOf(service)
  const statuses = await Promise.all(
    Array.from({ length: 22 }, async (_, n) => {
      const { status } = await session.add(newBrowser(`http://127.0.0.1:9/${n}`).subscription)
      return status
    }),
  )
  assert.deepEqual(
    statuses.filter((status) => status !== 201),
    [409, 409],
  )
  assert.equal((await session.list()).subscriptions.length, 20)
})

test('404 and 410 of a push service delete the subscription, and other errors are retried', async (t) => {
  const tool = await startTool(t)
  const service = await startOwnService(t)
  const session = await sessionOf(service)
  for (const status of [404, 410]) {
    tool.answerWith(status)
    await session.add(newBrowser(`${tool.url}/push/${status}`).subscription)
    await askForPerson(service, await talkWithPeople(service))
    await eventually(async () => assert.deepEqual((await session.list()).subscriptions, []))
  }
  tool.answerWith(500)
  await session.add(newBrowser(`${tool.url}/push/500`).subscription)
  const before = tool.received.length
  await askForPerson(service, await talkWithPeople(service))
  await eventually(async () => assert.equal(tool.received.length, before + 1))
  assert.equal((await session.list()).subscriptions.length, 1)
  const { db } = service.database
  await eventually(async () => {
    const [notice] = await db.selectFrom('handoff_notices').selectAll().execute()
    assert.equal(notice?.attempts, 1)
    assert.ok((notice?.due_at ?? 0) > Date.now())
  })
})

test('a browser subscribes only with a session, a valid key and a public address', async (t) => {
  const service = await startOwnService(t, { settings: { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' } })
  const session = await sessionOf(service)
  const browser = newBrowser('http://127.0.0.1:9/push')
  const byKey = await service.post('/v1/push-subscriptions', browser.subscription)
  assertRefused(byKey, { status: 403, code: 'session_required' })
  const refused = await session.add(browser.subscription)
  assertRefused(refused, { status: 422, code: 'invalid_input' })
  assert.deepEqual(
    (refused.body as { errors: { pointer: string; code: string }[] }).errors.map(
      ({ pointer, code }) => [pointer, code],
    ),
    [['/endpoint', 'private_target']],
  )
  const other = { ...browser.subscription, endpoint: 'https://push.example.com/x' }
  const badKey = await session.add({ ...other, keys: { p256dh: 'AAAA', auth: 'BBBB' } })
  assertRefused(badKey, { status: 422, code: 'invalid_input' })
  assert.equal((await session.add(other)).status, 201)
  assert.equal((await session.end(other.endpoint)).status, 204)
  assert.deepEqual((await session.list()).subscriptions, [])
})

test('without https there is no push, and the service says so', async (t) => {
  const service = await startOwnService(t, { settings: { QPR_BASE_URL: 'http://qpr.example.com' } })
  const cookie = await signIn(service, service.ownerEmail)
  const headers = { Cookie: cookie, Origin: 'http://qpr.example.com' }
  const { body } = await service.get<{ public_key: null }>('/v1/push-subscriptions', {
    key: null,
    headers,
  })
  assert.equal(body.public_key, null)
  const added = await service.post(
    '/v1/push-subscriptions',
    newBrowser('https://push.example.com/x').subscription,
    {
      key: null,
      headers,
    },
  )
  assertRefused(added, { status: 409, code: 'https_required' })
})

const targetsOf = async (service: Service) =>
  `/v1/organizations/${await service.defaultOrganizationId()}/chat-targets`

test('chat tools get a message in their own form, and their addresses are never shown', async (t) => {
  const tool = await startTool(t)
  const service = await startOwnService(t)
  const path = await targetsOf(service)
  const put = (targets: object[]) =>
    service.request<{
      targets: { id: string; kind: string; host: string }[]
      errors: { pointer: string }[]
    }>('PUT', path, {
      body: { targets },
    })
  const kinds = ['slack', 'discord', 'google_chat', 'teams', 'telegram']
  const saved = await put(
    kinds.map((kind) => ({
      kind,
      url: `${tool.url}/${kind}/secret-token`,
      ...(kind === 'telegram' && { chat_id: '-100' }),
    })),
  )
  assert.equal(saved.status, 200, saved.text)
  assert.ok(!saved.text.includes('secret-token'))
  assert.ok(!(await service.get(path)).text.includes('secret-token'))
  const stored = JSON.stringify(
    await service.database.db.selectFrom('chat_targets').selectAll().execute(),
  )
  assert.ok(!stored.includes('secret-token'))
  const visitor = await talkWithPeople(service)
  await visitor.say(question)
  await visitor.post('/stop')
  await askForPerson(service, visitor)
  await eventually(async () => assert.equal(tool.received.length, 5))
  const bodies = new Map(
    tool.received.map((one) => [one.path.split('/')[1], JSON.parse(one.body.toString('utf8'))]),
  )
  const link = `${service.address}/studio/`
  for (const kind of ['slack', 'google_chat', 'telegram'])
    assert.ok(bodies.get(kind).text.includes('Harbour Hotel'), kind)
  assert.ok(bodies.get('discord').content.includes('/conversations/'))
  assert.equal(bodies.get('telegram').chat_id, '-100')
  assert.equal(
    bodies.get('teams').attachments[0].contentType,
    'application/vnd.microsoft.card.adaptive',
  )
  assert.ok(link.length > 0)
  for (const { body } of tool.received) assert.ok(!body.toString().includes('secret question'))

  const [slack] = saved.body.targets
  const tested = await service.post<{ delivered: boolean; status: number }>(
    `${path}/${slack?.id}/test`,
  )
  assert.deepEqual([tested.status, tested.body.delivered, tested.body.status], [200, true, 201])
  assert.match(tool.received.at(-1)?.body.toString() ?? '', /This is a test\./)
  assert.equal((await service.post(`${path}/cht_unknown/test`)).status, 404)
  const kept = await put([{ id: slack?.id }])
  assert.deepEqual(
    kept.body.targets.map(({ kind }) => kind),
    ['slack'],
  )
  const wrong = await put([{ id: 'cht_unknown' }])
  assert.deepEqual([wrong.status, wrong.body.errors[0]?.pointer], [422, '/targets/0/id'])
  const noChat = await put([{ kind: 'telegram', url: `${tool.url}/x` }])
  assert.deepEqual([noChat.status, noChat.body.errors[0]?.pointer], [422, '/targets/0/chat_id'])
})

test('lists of chat tools that are saved at once do not add up', async (t) => {
  const service = await startOwnService(t)
  const path = await targetsOf(service)
  const url = 'http://127.0.0.1:9/x'
  const targets = Array.from({ length: 5 }, () => ({ kind: 'slack', url }))
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await service.request('PUT', path, { body: { targets } })).status),
  )
  assert.deepEqual(statuses, [200, 200, 200])
  assert.equal(await countRows(service, 'chat_targets'), 5)
})

test('members get a mail while the visitor waits, and none when somebody came first', async (t) => {
  const service = await startOwnService(t)
  const mailbox = await openMailbox(t, service)
  const visitor = await talkWithPeople(service)
  await visitor.say(question)
  await visitor.post('/stop')
  await askForPerson(service, visitor)
  const mail = await mailbox.mailTo(service.ownerEmail)
  assert.equal(mail.subject, 'A visitor is waiting: Harbour Hotel')
  assert.ok(mail.text?.includes(`/conversations/${visitor.conversation_id}`))
  assert.ok(!mail.text?.includes('secret question') && !mail.html?.includes('secret question'))
  await memberOf(service).take(visitor.conversation_id)
  await memberOf(service).release(visitor.conversation_id)
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/notifications`
  assert.equal((await service.get<{ handoff: boolean }>(path)).body.handoff, true)
  await service.patch(path, { handoff: false })
  await askForPerson(service, visitor)
  const rows = await service.database.db.selectFrom('mails').select('kind').execute()
  assert.equal(rows.filter(({ kind }) => kind === 'visitorWaits').length, 1)
})
