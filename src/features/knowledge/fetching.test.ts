import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { startNameServer } from '../../../test/harness/service/name-server.ts'
import { sha256Hex } from '../../platform/kit/ids.ts'
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
  // The first request loads Undici.
  await fetch(url, { owner: 'org_other' })
  const waiting = Array.from({ length: 100 }, (_, n) =>
    fetch(new URL(`http://${n}.dead/`), { owner: 'org_slow' }),
  )
  const fetched = fetch(url, { owner: 'org_other' })
  const first = await Promise.race([fetched, ...waiting])
  assert.equal(first.kind, 'page')
  for (const { kind } of await Promise.all(waiting)) assert.equal(kind, 'failed')
  // 20 at a time for 4 s each, within the 10 s of a request. Without a limit all 100 are asked for.
  const asked = new Set(names.asked.filter((question) => question.endsWith('.dead')))
  assert.ok(asked.size < 100, `${asked.size} different questions`)
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

test('a page has its address after redirects, its type, encoding, tag, body and hash', async (t) => {
  const { fetch } = await startFetcher(t)
  const body = '<p>Tür</p>'
  const site = await startReceiver(t, ({ path }) =>
    path === '/old'
      ? { status: 302, headers: { Location: '/new#top' } }
      : {
          status: 200,
          headers: {
            'Content-Type': 'Text/HTML; charset="ISO-8859-1"',
            'Content-Encoding': 'gzip',
            ETag: '"1"',
          },
          body: gzipSync(body),
        },
  )
  assert.deepEqual(await fetch(new URL(`${site.url}/old`), { owner: 'a' }), {
    kind: 'page',
    url: new URL(`${site.url}/new`),
    status: 200,
    type: 'text/html',
    charset: 'ISO-8859-1',
    etag: '"1"',
    body: Buffer.from(body),
    hash: sha256Hex(body),
  })
  const [first] = site.requests
  assert.deepEqual(
    ['user-agent', 'accept-encoding', 'if-none-match'].map((name) => first?.headers[name]),
    ['QPR-Knowledge/1 (+http://localhost)', 'gzip', undefined],
  )
})

test('a page that has not changed since its tag is not read again', async (t) => {
  const { fetch } = await startFetcher(t)
  const site = await startReceiver(t, ({ headers }) => (headers['if-none-match'] ? 304 : 200))
  const url = new URL(site.url)
  assert.deepEqual(await fetch(url, { owner: 'a', etag: '"1"' }), { kind: 'unchanged', url })
  assert.equal(site.requests[0]?.headers['if-none-match'], '"1"')
  assert.equal((await fetch(url, { owner: 'a', etag: null })).kind, 'page')
})

test('a tag of more than 500 characters is not kept', async (t) => {
  const { fetch } = await startFetcher(t)
  const tags = async (length: number) => {
    const site = await startReceiver(t, { status: 200, headers: { ETag: 'x'.repeat(length) } })
    const found = await fetch(new URL(site.url), { owner: 'a' })
    return found.kind === 'page' && found.etag?.length
  }
  assert.deepEqual([await tags(500), await tags(501)], [500, undefined])
})

test('five redirects are followed, and each address is asked for before', async (t) => {
  const { fetch } = await startFetcher(t)
  const site = await startReceiver(t, ({ path }) => {
    const left = Number(path.slice(1))
    return left === 0 ? 200 : { status: 301, headers: { Location: `/${left - 1}` } }
  })
  const asked: string[] = []
  const fetchAfter = (redirects: number) =>
    fetch(new URL(`${site.url}/${redirects}`), {
      owner: 'a',
      refuse: async ({ pathname }) => {
        asked.push(pathname)
        return pathname === '/9' ? { kind: 'failed', cause: 'gone', reason: 'Not this one.' } : null
      },
    })
  assert.equal((await fetchAfter(5)).kind, 'page')
  assert.deepEqual(asked, ['/5', '/4', '/3', '/2', '/1', '/0'])
  assert.deepEqual(await fetchAfter(6), {
    kind: 'failed',
    cause: 'broken',
    reason: 'The address redirects too often.',
  })
  const before = site.requests.length
  assert.deepEqual(await fetchAfter(9), { kind: 'failed', cause: 'gone', reason: 'Not this one.' })
  assert.equal(site.requests.length, before)
})

test('a redirect to something that is no address of a website is broken', async (t) => {
  const { fetch } = await startFetcher(t)
  for (const Location of ['ftp://example.com/', 'http://', `/${'x'.repeat(2000)}`]) {
    const site = await startReceiver(t, { status: 302, headers: { Location } })
    assert.deepEqual(await fetch(new URL(site.url), { owner: 'a' }), {
      kind: 'failed',
      cause: 'broken',
      reason: 'The address redirects to nowhere.',
    })
  }
})

test('an address beside an error is not followed', async (t) => {
  const { fetch } = await startFetcher(t)
  const other = await startReceiver(t)
  for (const status of [200, 299, 400, 404]) {
    const site = await startReceiver(t, { status, headers: { Location: other.url } })
    await fetch(new URL(site.url), { owner: 'a' })
  }
  assert.equal(other.requests.length, 0)
})

test('a body has at most 5 MB, a PDF 20 MB, packed or not', async (t) => {
  const { fetch } = await startFetcher(t)
  const megabyte = 2 ** 20
  const found = async (type: string, bytes: number, isPacked: boolean) => {
    const body = Buffer.alloc(bytes)
    const site = await startReceiver(t, {
      status: 200,
      headers: { 'Content-Type': type, ...(isPacked && { 'Content-Encoding': 'gzip' }) },
      body: isPacked ? gzipSync(body, { level: 1 }) : body,
    })
    const answer = await fetch(new URL(site.url), { owner: 'a' })
    return answer.kind === 'page' ? answer.body.length : answer.kind === 'failed' && answer.reason
  }
  const refused = 'The page is larger than 5 MB.'
  for (const isPacked of [false, true]) {
    assert.equal(await found('text/html', 5 * megabyte, isPacked), 5 * megabyte)
    assert.equal(await found('text/html', 5 * megabyte + 1, isPacked), refused)
  }
  assert.equal(await found('application/pdf', 5 * megabyte + 1, false), 5 * megabyte + 1)
  assert.equal(await found('application/pdf', 20 * megabyte + 1, true), refused)
})

test('a body that cannot be unpacked is refused with a sentence', async (t) => {
  const { fetch } = await startFetcher(t)
  const headers = { 'Content-Encoding': 'gzip' }
  const site = await startReceiver(t, { status: 200, headers, body: 'no gzip' })
  assert.deepEqual(await fetch(new URL(site.url), { owner: 'a' }), {
    kind: 'failed',
    cause: 'broken',
    reason: 'The website answered with a compression that cannot be read.',
  })
})
