import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { startNameServer } from '../../../test/harness/service/name-server.ts'
import { createNames } from '../../platform/kit/names.ts'
import { createTargetGuard } from '../../platform/kit/target-guard.ts'
import { createFetcher } from './fetching.ts'

const startFetcher = async (t: TestContext, options = {}) => {
  const names = await startNameServer(t, { 'site.example': { A: '127.0.0.1', ttl: 0 } })
  const resolve = createNames({ servers: [names.address] })
  const guard = createTargetGuard({ allowPrivate: true, resolve })
  const fetcher = createFetcher({ guard, baseUrl: 'http://localhost', ...options })
  t.after(() => fetcher.close())
  return { fetch: fetcher.fetch, names }
}

test('look-ups without an answer delay only the organization that asked for them', async (t) => {
  const { fetch, names } = await startFetcher(t)
  const site = await startReceiver(t)
  const url = new URL(site.url.replace('127.0.0.1', 'site.example'))
  const waiting = Array.from({ length: 100 }, (_, n) =>
    fetch(new URL(`http://${n}.dead/`), { owner: 'org_slow' }),
  )
  const fetched = fetch(url, { owner: 'org_other' })
  const first = await Promise.race([fetched, ...waiting])
  assert.equal(first.kind, 'page')
  for (const { kind } of await Promise.all(waiting)) assert.equal(kind, 'failed')
  // 20 at a time for 4 s each, within the 10 s of a request. Without a limit all 100 are asked for.
  const asked = new Set(names.asked.filter((question) => question.endsWith('.dead')))
  assert.ok(asked.size <= 60, `${asked.size} different questions`)
})

test('connections that one organization occupies do not delay another on the same website', async (t) => {
  const { fetch } = await startFetcher(t)
  const site = await startReceiver(t)
  site.handleWith(({ path }, response) => {
    // The others stay open.
    if (path === '/quick') response.end('x')
  })
  const slow = Array.from({ length: 5 }, () => fetch(new URL(`${site.url}/slow`), { owner: 'a' }))
  await site.waitFor(2)
  const quick = await Promise.race([fetch(new URL(`${site.url}/quick`), { owner: 'b' }), ...slow])
  assert.equal(quick.kind, 'page')
  site.server.closeAllConnections()
  await Promise.all(slow)
})

test('only the beginning of a body is read when no more is needed', async (t) => {
  const { fetch } = await startFetcher(t)
  const site = await startReceiver(t)
  site.handleWith((_request, response) => {
    const write = () => {
      while (response.writable && response.write('x'.repeat(64 * 1024)));
    }
    response.on('drain', write)
    write()
  })
  const found = await fetch(new URL(site.url), { owner: 'a', firstBytes: 100_000 })
  assert.ok(found.kind === 'page')
  assert.equal(found.body.length, 100_000)
})

test('a compression that was not requested is refused with a sentence', async (t) => {
  const { fetch } = await startFetcher(t)
  const site = await startReceiver(t, { status: 200, headers: { 'Content-Encoding': 'br' } })
  const found = await fetch(new URL(site.url), { owner: 'a' })
  assert.ok(found.kind === 'failed')
  assert.match(found.reason, /a compression that cannot be read/)
})

test('the time in which robots.txt is asked is not that of the website', async (t) => {
  const { fetch } = await startFetcher(t, { timeoutMs: 500 })
  const site = await startReceiver(t)
  const refuse = async () => {
    await wait(1000)
    return null
  }
  const found = await fetch(new URL(site.url), { owner: 'a', refuse })
  assert.equal(found.kind, 'page', JSON.stringify(found))
})

test('the time of a website is that of all its redirects', async (t) => {
  const { fetch } = await startFetcher(t, { timeoutMs: 500 })
  const site = await startReceiver(t)
  site.handleWith(({ path }, response) => {
    if (path === '/') setTimeout(() => response.writeHead(302, { Location: '/next' }).end(), 300)
    else setTimeout(() => response.end('x'), 300)
  })
  const found = await fetch(new URL(site.url), { owner: 'a' })
  assert.ok(found.kind === 'failed')
  assert.match(found.reason, /did not answer within 0.5 seconds/)
})

test('a website is not blamed when robots.txt cannot be compared now', async (t) => {
  const { fetch } = await startFetcher(t)
  const site = await startReceiver(t)
  const refuse = () => Promise.reject(new Error('The child process did not start.'))
  await assert.rejects(
    fetch(new URL(site.url), { owner: 'a', refuse }),
    /^Error: The child process did not start\.$/,
  )
})
