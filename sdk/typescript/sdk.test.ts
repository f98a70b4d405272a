import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { freePort } from '../../test/harness/service/ports.ts'
import { startProxy } from '../../test/harness/service/proxy.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  errors,
  GoneError,
  IdempotencyError,
  InvalidInputError,
  NotFoundError,
  Qpr,
  QprError,
  type QprOptions,
  RateLimitError,
  TimeoutError,
  verifyWebhook,
  WebhookVerificationError,
} from './src/index.ts'

const clientOf = ({ address, key }: Service, options: QprOptions = {}) =>
  new Qpr({ apiKey: key, baseUrl: address, ...options })

const code = { name: 'Table 1', prompt: 'Breakfast is from 7 to 10:30.' }

/** In front of the service: answers some requests itself, and counts all of them. */
const startGate = async (
  t: TestContext,
  service: Service,
  answer: (request: number) => [status: number, headers: Record<string, string>] | 'lost' | null,
) => {
  const seen: { method: string; key: string | undefined; atMs: number }[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const key = headers['idempotency-key'] as string | undefined
    seen.push({ method, key, atMs: performance.now() })
    const body = Buffer.concat(await request.toArray())
    const own = answer(seen.length)
    if (Array.isArray(own)) return response.writeHead(...own).end()
    const { authorization = '', 'content-type': type } = headers
    const passed = await fetch(`${service.address}${url}`, {
      method,
      headers: {
        authorization,
        ...(type && { 'content-type': type }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body.length > 0 && { body }),
    })
    const text = await passed.text()
    // The service has done its work, and its response does not arrive.
    if (own === 'lost') return request.socket.destroy()
    const contentType = passed.headers.get('content-type')
    response.writeHead(passed.status, contentType ? { 'content-type': contentType } : {}).end(text)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  return { baseUrl: `http://127.0.0.1:${port}`, seen }
}

test('the SDK against the real service', async (t) => {
  const service = await startService(t)
  const qpr = clientOf(service)

  await t.test('a code is created, read, changed, listed and deleted', async () => {
    const { id } = await qpr.codes.create(code)
    await qpr.codes.update(id, { welcome_message: 'Good evening!' })
    assert.equal((await qpr.codes.get(id)).welcome_message, 'Good evening!')
    assert.equal((await qpr.codes.list({ q: 'table' })).total, 1)
    assert.equal(await qpr.codes.delete(id), undefined)
    await assert.rejects(qpr.codes.get(id), errors.CodeNotFound)
  })

  await t.test('for await gives every item of every page', async () => {
    const names = Array.from({ length: 7 }, (_, at) => `Page ${at}`)
    await qpr.codes.createMany({ codes: names.map((name) => ({ ...code, name })) })
    const seen: string[] = []
    for await (const one of qpr.codes.list({ limit: 3, q: 'Page', sort: 'oldest' })) {
      seen.push(one.name)
    }
    assert.deepEqual(seen, names)
  })

  await t.test('createMany splits a large import into requests that fit', async () => {
    const gate = await startGate(t, service, () => null)
    const behind = clientOf(service, { baseUrl: gate.baseUrl })
    const names = Array.from({ length: 501 }, (_, at) => `Split ${at}`)
    const { codes } = await behind.codes.createMany({
      codes: names.map((name) => ({ ...code, name })),
    })
    assert.deepEqual(
      codes.map(({ name }) => name),
      names,
    )
    assert.equal(gate.seen.length, 2)
    const long = Array.from({ length: 40 }, () => ({ ...code, prompt: 'é'.repeat(32_000) }))
    assert.equal((await behind.codes.createMany({ codes: long })).codes.length, 40)
    assert.equal(gate.seen.length, 4)
  })

  await t.test(
    'an error names the row of the whole import, and a repetition creates the rest',
    async () => {
      const codes = Array.from({ length: 1001 }, (_, at) => ({ ...code, name: `Whole ${at}` }))
      const options = { idempotencyKey: 'whole-import' }
      const broken = codes.with(1000, { ...code, name: '' })
      const error = await qpr.codes.createMany({ codes: broken }, options).catch((error) => error)
      assert.ok(error instanceof InvalidInputError)
      assert.deepEqual(
        error.fields.map(({ field }) => field),
        ['codes.1000.name'],
      )
      assert.match(error.message, /^codes\.1000\.name /)
      assert.equal(error.created.length, 1000)
      const again = await qpr.codes.createMany({ codes }, options)
      assert.deepEqual(
        again.codes.slice(0, 1000).map(({ id }) => id),
        error.created.map(({ id }) => id),
      )
      assert.equal((await qpr.codes.list({ q: 'Whole' })).total, 1001)
    },
  )

  await t.test('a person answers, and the visitor leaves an address', async () => {
    const { default_organization_id: organization } = await qpr.account.get()
    await qpr.organizations.setHandoff(organization, { enabled: true })
    const consent = 'You may contact me.'
    const fields = [{ key: 'email', label: 'E-mail', type: 'email' as const, required: true }]
    const lead_form = { title: 'Write to us', fields, consent }
    const { short_id } = await qpr.codes.create({ ...code, lead_form })
    const talk = await qpr.talk(short_id)
    const say = async (text: string) => (await Array.fromAsync(talk.say(text))).length
    assert.ok((await say('When is breakfast?')) > 0)
    assert.equal((await talk.askForPerson()).handling, 'waiting')
    assert.equal(await say('Is anybody there?'), 0)
    await qpr.conversations.take(talk.conversation_id)
    await qpr.conversations.write(talk.conversation_id, { text: 'Yes, I am.' })
    assert.equal((await talk.get()).messages.at(-1)?.text, 'Yes, I am.')
    await qpr.conversations.release(talk.conversation_id)
    assert.ok((await say('When is breakfast?')) > 0)
    const { lead_id } = await talk.leaveLead({ values: { email: 'Ana@example.com' }, consent })
    const { leads } = await qpr.leads.list({ email: 'ana@example.com' })
    assert.deepEqual(
      leads.map(({ id }) => id),
      [lead_id],
    )
    await qpr.organizations.setHandoff(organization, { enabled: false })
    await assert.rejects(talk.askForPerson(), errors.HandoffUnavailable)
  })

  await t.test('a file is the response, and a logo is sent as it is', async () => {
    const { id, short_id } = await qpr.codes.create(code)
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    await qpr.images.setLogo(id, new Blob([svg], { type: 'image/svg+xml' }))
    assert.match(await (await qpr.images.getLogo(id)).text(), /<svg/)
    const image = await qpr.images.get(`${short_id}.png`, { size: 256 })
    assert.equal(image.headers.get('content-type'), 'image/png')
    const lines = await (await qpr.scans.export({ format: 'jsonl' })).text()
    assert.equal(lines, '')
  })

  await t.test('errors have a class, a code and fields', async () => {
    const invalid = await qpr.codes.create({ name: '', prompt: 'a' }).catch((error) => error)
    assert.ok(invalid instanceof InvalidInputError && invalid instanceof errors.InvalidInput)
    assert.deepEqual([invalid.status, invalid.code], [422, 'invalid_input'])
    assert.equal(invalid.fields[0]?.field, 'name')
    assert.match(invalid.requestId ?? '', /^req_/)
    const stranger = new Qpr({ apiKey: 'qpr_sk_unknown', baseUrl: service.address })
    await assert.rejects(async () => await stranger.account.get(), AuthenticationError)
    await qpr.organizations.create({ name: 'Taken', slug: 'taken' })
    const taken = qpr.organizations.create({ name: 'Taken', slug: 'taken' })
    await assert.rejects(taken, errors.SlugTaken)
    await assert.rejects(taken, ConflictError)
    const again = { idempotencyKey: 'one-key' }
    await qpr.codes.create(code, again)
    await assert.rejects(qpr.codes.create({ ...code, name: 'Other' }, again), IdempotencyError)
    assert.throws(() => qpr.codes.get(''), TypeError)
  })

  await t.test('a lost response is retried with the same key: one code, one deletion', async () => {
    const gate = await startGate(t, service, (request) => (request % 2 === 1 ? 'lost' : null))
    const behind = clientOf(service, { baseUrl: gate.baseUrl })
    const { id } = await behind.codes.create({ ...code, name: 'Only once' })
    assert.equal(gate.seen.length, 2)
    assert.ok(gate.seen[0]?.key && gate.seen[0].key === gate.seen[1]?.key)
    assert.equal((await qpr.codes.list({ q: 'Only once' })).total, 1)
    assert.equal(await behind.codes.delete(id), undefined)
    assert.equal(gate.seen.length, 4)
  })

  await t.test('Retry-After is respected; a refusal is not retried', async () => {
    const gate = await startGate(t, service, (request) =>
      request === 1 ? [429, { 'Retry-After': '1' }] : request === 2 ? [503, {}] : null,
    )
    const behind = clientOf(service, { baseUrl: gate.baseUrl })
    assert.ok((await behind.account.get()).user.email)
    const [first, second] = gate.seen
    assert.equal(gate.seen.length, 3)
    assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 990)
    await assert.rejects(async () => await behind.codes.get('unknown'), NotFoundError)
    assert.equal(gate.seen.length, 4)
  })

  await t.test('a wait of more than a minute is left to the caller', async () => {
    const gate = await startGate(t, service, () => [429, { 'Retry-After': '3600' }])
    const behind = clientOf(service, { baseUrl: gate.baseUrl })
    await assert.rejects(
      async () => await behind.account.get(),
      (error) => error instanceof RateLimitError && error.retryAfterMs === 3_600_000,
    )
  })

  await t.test('time limit, abort and no service at all', async () => {
    const proxy = await startProxy(t, service.address)
    const behind = clientOf(service, { baseUrl: proxy.address, maxRetries: 0 })
    proxy.silence()
    await assert.rejects(behind.codes.create(code, { timeoutMs: 100 }), TimeoutError)
    const reason = new Error('no longer needed')
    const abort = new AbortController()
    const running = behind.codes.create(code, { signal: abort.signal })
    abort.abort(reason)
    await assert.rejects(running, reason)
    await assert.rejects(behind.codes.create(code, { signal: abort.signal }), reason)
    proxy.down()
    await assert.rejects(behind.codes.create(code), (error) => {
      assert.ok(error instanceof ConnectionError && !(error instanceof TimeoutError))
      return error.isNetwork && error.code === 'no_answer'
    })
  })

  await t.test(
    'a live stream resumes after a dropped connection, without gap or repeat',
    async () => {
      const proxy = await startProxy(t, service.address)
      const abort = new AbortController()
      t.after(() => abort.abort())
      const ids: string[] = []
      const { events } = await qpr.events.list({ limit: 1 })
      // From a known place: an event before the connection is open counts too.
      const stream = clientOf(service, { baseUrl: proxy.address }).events.stream(
        { after: events[0]?.id ?? '' },
        { signal: abort.signal },
      )
      const reading = (async () => {
        for await (const { event, data } of stream) {
          if (event === 'qpr_code.created') ids.push((data.data as { id: string }).id)
        }
      })()
      const made = [(await qpr.codes.create(code)).id]
      await eventually(async () => assert.deepEqual(ids, made))
      proxy.down()
      made.push((await qpr.codes.create(code)).id, (await qpr.codes.create(code)).id)
      proxy.up()
      await eventually(async () => assert.ok(ids.includes(made[2] ?? '')), 20_000)
      made.push((await qpr.codes.create(code)).id)
      await eventually(async () => assert.ok(ids.includes(made[3] ?? '')))
      assert.deepEqual(ids, made)
      abort.abort()
      await assert.rejects(reading, { name: 'AbortError' })
    },
  )

  await t.test(
    'a conversation is held, resumed in the middle of an answer, and closed',
    async () => {
      const proxy = await startProxy(t, service.address)
      const { short_id } = await qpr.codes.create(code)
      const conversation = await new Qpr({ baseUrl: proxy.address }).talk(short_id)
      assert.ok(conversation.demo && conversation.welcome_message)
      for (const question of ['When is breakfast?', 'And when does it end?']) {
        let text = ''
        let parts = 0
        for await (const part of conversation.say(question)) {
          text += part.text
          if (parts++ === 0) {
            proxy.down()
            proxy.up()
          }
        }
        const { messages } = await conversation.get()
        assert.equal(messages.at(-1)?.text, text)
      }
      const later = new Qpr({ baseUrl: service.address }).resume(conversation.token)
      for await (const _ of later.rest()) assert.fail('No answer runs.')
      let answer = ''
      for await (const part of later.say('Thank you')) answer += part.text
      assert.equal((await later.get()).messages.at(-1)?.text, answer)
      await later.rate({ rating: 'up' })
      await later.close()
      await assert.rejects(later.say('Hello?').next(), GoneError)
      await later.forget()
      await assert.rejects(later.get(), QprError)
    },
  )

  await t.test('a preview of an answer is streamed', async () => {
    let text = ''
    const messages = [{ role: 'visitor' as const, text: 'When is breakfast?' }]
    for await (const { event, data } of qpr.codes.previewAnswer({ ...code, messages })) {
      if (event === 'delta' && 'text' in data) text += data.text
    }
    assert.match(text, /breakfast/i)
  })

  await t.test('the signature of a real delivery is verified, a changed one is not', async () => {
    const port = await freePort()
    const deliveries: {
      payload: Buffer
      headers: Record<string, string | string[] | undefined>
    }[] = []
    const receiver = createServer(async (request, response) => {
      const payload = Buffer.concat(await request.toArray())
      deliveries.push({ payload, headers: request.headers })
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve))
    t.after(() => receiver.close())
    const { secret } = await qpr.webhooks.create({ url: `http://127.0.0.1:${port}/` })
    const { id } = await qpr.codes.create(code)
    const delivery = await eventually(async () => {
      const [first] = deliveries
      assert.ok(first)
      return first
    })
    const event = await qpr.webhooks.verify({ ...delivery, secret })
    assert.equal(event.event === 'qpr_code.created' && event.data.id, id)
    const refused = [
      { ...delivery, secret: 'whsec_AAAA' },
      { ...delivery, secret, payload: `${delivery.payload} ` },
      { ...delivery, secret, headers: {} },
      { ...delivery, secret, toleranceSeconds: -1 },
    ]
    for (const one of refused) await assert.rejects(verifyWebhook(one), WebhookVerificationError)
  })
})
