import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createServer } from '../platform/http/server.ts'
import { createLog } from '../platform/kit/log.ts'
import { studioPages } from './site.pages.ts'

const script = 'console.log("studio")'

const build = async (folder: string) => {
  await mkdir(join(folder, 'assets'), { recursive: true })
  const write = (name: string, body: string | Buffer) => writeFile(join(folder, name), body)
  await write('assets/main-1.js', script)
  await write('assets/main-1.js.br', brotliCompressSync(script))
  await write('assets/main-1.js.gz', gzipSync(script))
  await write('assets/mark-1.svg', '<svg/>')
  await write('secret.txt', 'secret')
  await write('index.html', '<!doctype html><base href="/studio/" /><title>QPR</title>')
}

const start = async (t: TestContext, { basePath = '', isBuilt = true } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-studio-'))
  t.after(() => rm(folder, { recursive: true }))
  if (isBuilt) await build(folder)
  const log = createLog('silent')
  const server = createServer({ log, trustProxy: null, corsOrigins: [], https: false })
  server.register(studioPages({ folder, basePath }))
  t.after(() => server.close())
  const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
    server.inject({ method, url, headers: { host: 'localhost', ...headers } })
  return { folder, get: ask.bind(null, 'GET'), head: ask.bind(null, 'HEAD') }
}

test('every path of the Studio returns the same page, always revalidated', async (t) => {
  const { get } = await start(t)
  for (const path of ['/studio', '/studio/', '/studio/a/codes/qpr_1/print?x=1', '/studio/a.b/c']) {
    const { statusCode, headers, body } = await get(path)
    assert.equal(statusCode, 200, path)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-cache')
    assert.match(body, /<base href="\/studio\/"/)
    const again = await get(path, { 'if-none-match': String(headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
  }
})

test('behind a prefix the page has the right base', async (t) => {
  const { get } = await start(t, { basePath: '/qpr' })
  assert.match((await get('/studio/a/codes')).body, /<base href="\/qpr\/studio\/"/)
})

test('the policy allows no inline code, no other host and no frame', async (t) => {
  const { get } = await start(t)
  const { headers } = await get('/studio')
  const policy = String(headers['content-security-policy'])
  assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.split('; ').includes(rule), rule)
  }
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'same-origin')
})

test('a file is sent in an accepted encoding, and cached forever', async (t) => {
  const { get } = await start(t)
  const tags = new Set<unknown>()
  for (const [accepted, encoding, body] of [
    ['gzip, deflate, br', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
    ['br;q=0, gzip;q=0.5', 'gzip', gzipSync(script)],
    ['*', 'br', brotliCompressSync(script)],
    ['identity', undefined, Buffer.from(script)],
    ['', undefined, Buffer.from(script)],
  ] as const) {
    const answer = await get('/studio/assets/main-1.js', { 'accept-encoding': accepted })
    assert.equal(answer.headers['content-encoding'], encoding, accepted)
    assert.deepEqual(answer.rawPayload, body)
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.vary, 'Accept-Encoding')
    tags.add(answer.headers.etag)
  }
  assert.equal(tags.size, 3)
  const drawing = await get('/studio/assets/mark-1.svg', { 'accept-encoding': 'br' })
  assert.equal(drawing.headers['content-type'], 'image/svg+xml')
  assert.equal(drawing.headers['content-encoding'], undefined)
})

test('HEAD has the same headers without the body', async (t) => {
  const { head } = await start(t)
  for (const [path, length] of [
    ['/studio', 57],
    ['/studio/assets/main-1.js', script.length],
  ] as const) {
    const { statusCode, headers, body } = await head(path)
    assert.equal(statusCode, 200)
    assert.equal(Number(headers['content-length']), length)
    assert.equal(body, '')
  }
})

test('an unknown file and a path outside the build get 404', async (t) => {
  const { get } = await start(t)
  for (const path of [
    '/studio/assets/gone-1.js',
    '/studio/assets/main-1.js.br',
    '/studio/assets/..%2fsecret.txt',
    '/studio/assets/%2e%2e%2fsecret.txt',
    '/studio/assets/constructor',
  ]) {
    const { statusCode, headers } = await get(path)
    assert.equal(statusCode, 404, path)
    assert.match(String(headers['content-type']), /^application\/problem\+json/)
    assert.equal(headers['cache-control'], 'no-store')
  }
})

test('without a build a page names the build command, and after the build it is served', async (t) => {
  const { folder, get } = await start(t, { isBuilt: false })
  const missing = await get('/studio/a/codes')
  assert.equal(missing.statusCode, 503)
  assert.match(missing.body, /npm run studio:build/)
  assert.match((await get('/studio', { 'accept-language': 'de' })).body, /noch nicht gebaut/)
  await build(folder)
  assert.equal((await get('/studio/a/codes')).statusCode, 200)
})
