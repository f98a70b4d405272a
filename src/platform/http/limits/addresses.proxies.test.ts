import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createCode } from '../../../../test/harness/data/given.ts'
import { startService } from '../../../../test/harness/service/service.ts'
import { createLog } from '../../kit/log.ts'
import { createServer } from '../server.ts'
import { trustProxies } from './addresses.ts'

/** The client's address, as a service with this setting sees it. */
const addressOf = async (items: string[], peer: string, forwarded: string): Promise<string> => {
  const server = createServer({
    log: createLog('silent'),
    trustProxy: trustProxies(items),
    corsOrigins: [],
    https: false,
  })
  server.get('/', ({ ip }) => ({ ip }))
  const { ip } = (
    await server.inject({
      url: '/',
      remoteAddress: peer,
      headers: { 'X-Forwarded-For': forwarded },
    })
  ).json()
  await server.close()
  return ip
}

test('the client is the last address that the setting does not trust', async () => {
  const visitor = '198.51.100.7'
  const cases: [string[], string, string, string][] = [
    [['loopback'], '127.0.0.1', visitor, visitor],
    [['loopback'], '::ffff:127.0.0.1', visitor, visitor],
    [['loopback'], '10.0.0.1', visitor, '10.0.0.1'],
    [['private'], '10.0.0.1', `${visitor}, 192.168.7.7, fd00::1`, visitor],
    [['private'], '203.0.113.5', visitor, '203.0.113.5'],
    [['cloudflare'], '172.68.1.1', `1.1.1.9, ${visitor}`, visitor],
    [['cloudflare'], '2606:4700::1', visitor, visitor],
    [['cloudflare'], '127.0.0.1', visitor, '127.0.0.1'],
    [['cloudflare', 'loopback'], '127.0.0.1', `${visitor}, 172.68.1.1`, visitor],
    [['203.0.113.5', 'private'], '10.0.0.1', `${visitor}, 203.0.113.5`, visitor],
    [['1'], '203.0.113.5', `1.1.1.9, ${visitor}`, visitor],
    [['2'], '203.0.113.5', `1.1.1.9, ${visitor}, 203.0.113.9`, visitor],
  ]
  for (const [items, peer, forwarded, expected] of cases) {
    assert.equal(
      await addressOf(items, peer, forwarded),
      expected,
      `${items}: ${peer} ${forwarded}`,
    )
  }
})

test('QPR_TRUST_PROXY=1 gives each visitor of a platform a separate limit', async (t) => {
  const service = await startService(t, {
    settings: { QPR_TRUST_PROXY: '1', QPR_LIMIT_OPENINGS_PER_MINUTE: '1' },
  })
  const { short_id } = await createCode(service)
  const open = async (address: string) => {
    const headers = { 'X-Forwarded-For': `1.1.1.9, ${address}` }
    const path = `/s/${short_id}/conversations`
    return (await service.post(path, undefined, { key: null, headers })).status
  }
  assert.deepEqual([await open('198.51.100.7'), await open('198.51.100.8')], [201, 201])
})

const nginxBlocks = async (file: string): Promise<string[]> => {
  const text = await readFile(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')
  return Array.from(text.matchAll(/```nginx\n(.*?)```/gs), ([, block = '']) => block)
}

test('the documented nginx configurations accept the largest body of any route', async (t) => {
  const { get } = await startService(t)
  const { body } = await get<{
    paths: Record<string, Record<string, { 'x-body-limit'?: number }>>
  }>('/openapi.json')
  const limits = Object.values(body.paths)
    .flatMap((path) => Object.values(path))
    .map(({ 'x-body-limit': limit = 0 }) => limit)
  const largest = Math.max(...limits)
  assert.equal(largest, 20 * 2 ** 20)
  const blocks = [...(await nginxBlocks('operations.md')), ...(await nginxBlocks('studio.md'))]
  assert.ok(blocks.length >= 2)
  for (const block of blocks) {
    const [, size = '0'] = /client_max_body_size (\d+)m;/.exec(block) ?? []
    assert.ok(Number(size) * 2 ** 20 >= largest, block)
    assert.match(block, /X-Forwarded-For \$proxy_add_x_forwarded_for/)
    assert.match(block, /proxy_buffering off/)
  }
})
