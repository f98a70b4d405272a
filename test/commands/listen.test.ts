import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Environment } from '../../src/service/config/config.ts'
import type { Code, NewKey, Organization } from '../harness/data/given.ts'
import { scan } from '../harness/data/scans.ts'
import { type EventBody, followEvents } from '../harness/receivers/events.ts'
import { type Received, startReceiver } from '../harness/receivers/receiver.ts'
import type { Client } from '../harness/service/client.ts'
import { freePort } from '../harness/service/ports.ts'
import { newMachine, testKey } from '../harness/service/process.ts'

/** A service, a receiver, and `qpr listen` on a third machine that only has the key. */
const startListening = async (
  t: TestContext,
  settings: Environment = {},
  how: 'start' | 'command' = 'command',
) => {
  const receiver = await startReceiver(t)
  const machine = await newMachine(t)
  const service = await machine.serveHere()
  const elsewhere = await newMachine(t)
  const listening = elsewhere[how](
    ['listen', '--forward-to', `${receiver.url}/hooks?a=b`, '--server', service.address],
    { QPR_API_KEY: testKey, ...settings },
  )
  const [, secret = ''] = await listening.printed(/Signed with +(whsec_\S+)\n/)
  const api = await service.connect()
  return { receiver, machine, service, elsewhere, listening, secret, api }
}

const createCode = async (api: Client, fields: object = {}): Promise<Code> => {
  const input = { name: 'Harbour Hotel', prompt: 'You are the concierge.', ...fields }
  const { status, body } = await api.post<Code>('/v1/qpr-codes', input)
  assert.equal(status, 200)
  return body
}

const bodyOf = ({ body }: Received) => JSON.parse(body) as EventBody

const idsOf = (requests: Received[]) => requests.map((request) => bodyOf(request).data.id)

test('each event arrives like a delivery: the exact body, signed with the printed secret', async (t) => {
  const { receiver, service, elsewhere, listening, secret, api } = await startListening(t)
  const stream = await followEvents({ address: service.address, key: testKey })
  await scan(api, await createCode(api, { metadata: { Grüße: '🏨' } }))
  const requests = await receiver.waitFor(2)
  for (const { method, path, headers, body, raw } of requests) {
    assert.equal(body, (await stream.next())?.text)
    assert.deepEqual([method, path], ['POST', '/hooks?a=b'])
    const { event, id } = JSON.parse(body) as EventBody
    const signature = createHmac('sha256', secret).update(raw).digest('hex')
    assert.equal(headers['x-service-signature'], `sha256=${signature}`)
    new Webhook(secret).verify(body, headers as Record<string, string>)
    assert.equal(headers['x-service-event'], event)
    assert.match(String(headers['x-service-delivery']), /^dlv_\w{26}$/)
    assert.equal(headers['x-service-attempt'], '1')
    assert.equal(headers['user-agent'], 'QPR-Webhooks/1')
    assert.equal(headers['content-type'], 'application/json')
    const line = `\\d\\d:\\d\\d:\\d\\d  ${event} +${id}  200  \\d+ ms\n`
    await listening.printed(new RegExp(line))
  }
  stream.close()
  assert.deepEqual(readdirSync(elsewhere.folder), [])
})

test('a receiver that is down, refuses or does not respond is reported, and qpr listen continues', async (t) => {
  const { receiver, listening, api } = await startListening(t)
  receiver.answerWith((_request, number) => {
    if (number === 1) return 500
    return number === 2 ? { status: 302, headers: { Location: '/elsewhere' } } : 204
  })
  for (let i = 0; i < 3; i++) await createCode(api)
  await listening.printed(/ {2}500 {2}.* {2}302 {2}.* {2}204 {2}\d+ ms\n/s)
  receiver.handleWith((request) => request.socket.destroy())
  await createCode(api)
  await listening.printed(/no answer \([^)]+\) {2}\d+ ms\n/)
  receiver.answerWith(201)
  await createCode(api)
  await listening.printed(/ {2}201 {2}\d+ ms\n/)
  assert.equal((await listening.stop('SIGINT')).code, 0)
})

test('qpr listen waits for a response as long as the service would, and then continues', async (t) => {
  const timeout = { QPR_WEBHOOK_TIMEOUT_MS: '200' }
  const { receiver, listening, api } = await startListening(t, timeout)
  receiver.handleWith(() => undefined)
  await createCode(api)
  await listening.printed(/no answer within 0\.2 s {2}\d+ ms\n/)
})

test('qpr listen continues after a restart of the service without losing or repeating an event, and Ctrl+C ends it while it waits', async (t) => {
  const { receiver, machine, service, listening, api } = await startListening(t)
  const stop = async (running: typeof service, times: number) => {
    await running.stop()
    const lost = 'The connection was lost\\. Connecting again\\.\n'
    await listening.printed(new RegExp(`(?:${lost}[\\s\\S]*){${times}}`))
  }
  // Before the first event, so there is no event to resume after.
  await stop(service, 1)
  const second = await machine.serveHere()
  const codes = [await createCode(api), await createCode(api)]
  await receiver.waitFor(2)
  await listening.printed(/Connected again\. No event was lost\.\n/)
  await stop(second, 2)
  const third = await machine.serveHere()
  for (let i = 0; i < 5; i++) codes.push(await createCode(api))
  const requests = await receiver.waitFor(7)
  assert.deepEqual(
    idsOf(requests),
    codes.map(({ id }) => id),
  )
  await listening.printed(/(?:No event was lost[\s\S]*){2}/)
  await stop(third, 3)
  // Ctrl+C while it waits for the service.
  const { code, stdout, stderr } = await listening.stop('SIGINT')
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(stdout.match(/No event was lost/g)?.length, 2)
})

test('--events, --organization and --secret select the forwarded events and the signing secret', async (t) => {
  const receiver = await startReceiver(t)
  const machine = await newMachine(t)
  const api = await (await machine.serveHere()).connect()
  const { body } = await api.post<Organization>('/v1/organizations', { name: 'Harbour Hotels' })
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  const listening = machine.command(
    [
      ...['listen', '--forward-to', receiver.url, '--secret', secret, '--key', testKey],
      ...['--events', 'scan.created,conversation.completed', '--organization', body.slug],
    ],
    { QPR_BASE_URL: machine.address },
  )
  await listening.printed(new RegExp(`Signed with +${secret.replaceAll('+', '\\+')}\n`))
  const elsewhere = await createCode(api)
  const here = await createCode(api, { organization_id: body.id })
  for (const code of [elsewhere, here]) await scan(api, code)
  const [first] = await receiver.waitFor(1)
  assert.ok(first)
  assert.equal(bodyOf(first).event, 'scan.created')
  assert.equal(bodyOf(first).data.qpr_code_id, here.id)
  new Webhook(secret).verify(first.body, first.headers as Record<string, string>)
})

test('Ctrl+C ends qpr listen with 0 while it waits for a response', async (t) => {
  const { receiver, listening, api } = await startListening(t, {}, 'start')
  receiver.handleWith(() => undefined)
  await createCode(api)
  await receiver.waitFor(1)
  // A terminal sends it to the whole process group, and npm forwards it.
  for (let i = 0; i < 3; i++) listening.kill('SIGINT')
  const busy = await listening.exited
  assert.deepEqual([busy.code, busy.stderr], [0, ''])
})

test('a key that is revoked meanwhile ends qpr listen with a hint', async (t) => {
  const machine = await newMachine(t)
  const api = await (await machine.serveHere()).connect()
  const { body } = await api.post<NewKey>('/v1/api-keys', { name: 'Laptop' })
  const listening = machine.command(
    ['listen', '--forward-to', 'http://127.0.0.1:9/', '--server', machine.address],
    { QPR_API_KEY: body.key },
  )
  await listening.printed(/Press Ctrl\+C to stop\./)
  await api.delete(`/v1/api-keys/${body.id}`)
  const { code, stderr } = await listening.exited
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: \S+ does not accept this key\. [^\n]+\n$/)
})

test('an impossible call prints one line with a hint, and exit code 1, or 2 for wrong usage', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serveHere()
  const target = ['--forward-to', 'http://localhost:4000/webhooks']
  const here = ['--server', service.address]
  const key = ['--key', testKey]
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const refusals: [string[], number, RegExp][] = [
    [['--forward-to', 'localhost:4000'], 2, /--forward-to must be an address/],
    [target, 1, /The key is missing\. .* qpr keys create creates one/],
    [[...target, ...here, '--key', 'an-unknown-key'], 1, /does not accept this key.*--key/],
    [[...target, ...key, '--server', nowhere], 1, /ECONNREFUSED.*qpr serve.*--server/],
    [[...target, ...key, '--server', 'ftp://x'], 2, /--server must/],
    [
      [...target, ...key, ...here, '--organization', 'nobody'],
      1,
      /There is no organization nobody\. \(request req_\w+\)/,
    ],
    [
      [...target, ...key, ...here, '--events', 'scan.made'],
      2,
      /"scan\.made" is not one of scan\.cre/,
    ],
    [[...target, ...key, ...here, '--secret', 'hunter2'], 2, /--secret must be whsec_/],
  ]
  for (const [args, exitCode, line] of refusals) {
    const { code, stdout, stderr } = await machine.run(['listen', ...args])
    assert.equal(code, exitCode, args.join(' '))
    assert.equal(stdout, '', args.join(' '))
    assert.match(stderr, /^qpr: [^\n]+\n$/, args.join(' '))
    assert.match(stderr, line)
  }
})

test('another web server is not mistaken for the service', async (t) => {
  const receiver = await startReceiver(t)
  const args = ['listen', '--forward-to', receiver.url, '--server', receiver.url]
  const { code, stderr } = await (await newMachine(t)).run(args, { QPR_API_KEY: testKey })
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: \S+ answers 200, and does not look like QPR\. [^\n]+\n$/)
})
