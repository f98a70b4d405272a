import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { eventually } from '../../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../../test/harness/data/given.ts'
import { collectLogs } from '../../../../test/harness/service/logs.ts'
import { fakeClock, type Service, startService } from '../../../../test/harness/service/service.ts'
import { checkProxy } from '../../../cli/doctor/database.ts'
import { limitByAddress, trustProxies } from './addresses.ts'

const settings = { QPR_LIMIT_OPENINGS_PER_MINUTE: '5', QPR_LIMIT_UNTRUSTED_PROXY: '6' }
const clock = () => fakeClock('2099-01-01T00:00:00Z')

/** The number of visitors that a service lets in, each with its own forwarded address. */
const letIn = async (service: Service, count: number, header: string | null) => {
  const { short_id } = await createCode(service)
  const open = (_: unknown, n: number) =>
    service.post(`/s/${short_id}/conversations`, undefined, {
      key: null,
      headers: header === null ? {} : { [header]: `203.0.113.${n}` },
    })
  const answers = await Promise.all(Array.from({ length: count }, open))
  return answers.filter(({ status }) => status === 201).length
}

test('behind an untrusted proxy all visitors share a larger limit, and the log and the doctor report it once', async (t) => {
  const { log, lines } = collectLogs()
  const service = await startService(t, { settings, clock: clock(), log })
  assert.equal(await letIn(service, 7, null), 5)
  assert.equal(await letIn(service, 40, 'X-Forwarded-For'), 25)
  const told = lines().filter(({ proxy }) => proxy === '127.0.0.1')
  assert.equal(told.length, 1)
  await eventually(async () => {
    const [finding, ...more] = await checkProxy(service.config)
    assert.match(finding?.text ?? '', /^127\.0\.0\.1 forwards .* set QPR_TRUST_PROXY=127\.0\.0\.1$/)
    assert.deepEqual([finding?.ok, more], [false, []])
  })
  const [named] = await checkProxy({ ...service.config, QPR_TRUST_PROXY: ['127.0.0.0/8'] })
  assert.equal(named?.ok, true)
})

test('behind a trusted proxy every visitor has a separate limit', async (t) => {
  const trusting = { ...settings, QPR_TRUST_PROXY: '127.0.0.1' }
  const service = await startService(t, { settings: trusting, clock: clock() })
  assert.equal(await letIn(service, 40, 'X-Forwarded-For'), 40)
  const [finding] = await checkProxy(service.config)
  assert.equal(finding?.ok, true)
})

test('a forwarding header raises the limit only for an untrusted peer in a private network', async (t) => {
  const found: string[] = []
  const app = fastify({ trustProxy: ['10.9.0.0/16'] })
  t.after(() => app.close())
  const trustProxy = trustProxies(['10.9.0.0/16', 'fd00::5'])
  limitByAddress(app, { trustProxy, times: 50, found: (proxy) => found.push(proxy) })
  app.get('/', (request) => request.addressLimit)
  const limitOf = async (remoteAddress: string, headers: Record<string, string>) =>
    (await app.inject({ url: '/', remoteAddress, headers })).json()

  const names = [
    ...['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP'],
    ...['X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP', 'Fastly-Client-IP', 'Via'],
  ]
  const inner = [
    ...['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.16.0.1'],
    ...['192.168.1.1', '100.64.0.1', '169.254.1.1', 'fd00::6', 'fe80::1', '::ffff:10.0.0.1'],
  ]
  const outer = [
    '203.0.113.9',
    '8.8.8.8',
    '2a01:4f8::1',
    '::ffff:8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
  ]
  for (const name of names) {
    for (const peer of inner)
      assert.equal((await limitOf(peer, { [name]: '1.2.3.4' })).times, 50, peer)
    for (const peer of [...outer, '10.9.0.1', 'fd00::5']) {
      assert.equal((await limitOf(peer, { [name]: '127.0.0.1' })).times, 1, `${peer} ${name}`)
    }
  }
  for (const peer of [...inner, ...outer]) assert.equal((await limitOf(peer, {})).times, 1, peer)
  assert.deepEqual(await limitOf('10.9.0.1', { 'X-Forwarded-For': '1.2.3.4' }), {
    address: '1.2.3.4',
    times: 1,
  })
  assert.equal(new Set(found).size, found.length, 'each proxy is told of once')
})
