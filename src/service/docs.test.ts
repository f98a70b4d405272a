import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { createServer } from '../platform/http/server.ts'
import { createLog } from '../platform/kit/log.ts'
import { docsPages } from './site.pages.ts'

const inline = 'document.title'
const page = `<link href="/docs/assets/a.css"><script id="x">${inline}</script><h1>Docs</h1>`

const build = async (folder: string) => {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await mkdir(join(folder, 'reference'))
  const write = (name: string, body: string | Buffer) => writeFile(join(folder, name), body)
  await write('index.html', page)
  await write('404.html', '<h1>404</h1>')
  await write('start.html', '<h1>Start</h1>')
  await write('start.html.gz', gzipSync('<h1>Start</h1>'))
  await write('start.md', '# Start')
  await write('llms.txt', '# QPR')
  await write('reference/index.html', "<h1>Reference</h1>curl 'http://localhost:3000/v1'")
  await write('assets/a.css', 'a{}')
  await write('secret.key', 'secret')
}

const start = async (
  t: TestContext,
  { baseUrl = 'http://localhost:3000', basePath = '', isBuilt = true } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-docs-'))
  t.after(() => rm(folder, { recursive: true }))
  if (isBuilt) await build(folder)
  const log = createLog('silent')
  const server = createServer({ log, trustProxy: null, corsOrigins: [], https: false })
  server.register(docsPages({ folder, baseUrl, basePath }))
  t.after(() => server.close())
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ url, headers: { host: 'localhost', ...headers } })
  return { folder, get }
}

test('pages are found with and without a folder, and as Markdown', async (t) => {
  const { get } = await start(t)
  const expected: Record<string, [string, RegExp]> = {
    '/docs/': ['text/html', /Docs/],
    '/docs/start': ['text/html', /Start/],
    '/docs/start?x=1': ['text/html', /Start/],
    '/docs/start.html': ['text/html', /Start/],
    '/docs': ['text/html', /Reference/],
    '/docs/reference/': ['text/html', /Reference/],
    '/docs/start.md': ['text/markdown', /^# Start$/],
    '/docs/llms.txt': ['text/plain', /^# QPR$/],
  }
  for (const [path, [type, body]] of Object.entries(expected)) {
    const answer = await get(path)
    assert.equal(answer.statusCode, 200, path)
    assert.equal(answer.headers['content-type'], `${type}; charset=utf-8`, path)
    assert.equal(answer.headers['cache-control'], 'public, max-age=300', path)
    assert.match(answer.body, body)
  }
  const moved = await get('/llms.txt')
  assert.deepEqual([moved.statusCode, moved.headers.location], [302, '/docs/llms.txt'])
})

test('the policy of a page allows its inline script by hash, and nothing of another host', async (t) => {
  const { get } = await start(t)
  const policy = String((await get('/docs/start')).headers['content-security-policy'])
  const hash = createHash('sha256').update(inline).digest('base64')
  assert.match(policy, /^default-src 'none'; /)
  assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
})

test('files with a hash in their name are kept for ever, and a known page is not sent again', async (t) => {
  const { get } = await start(t)
  const style = await get('/docs/assets/a.css')
  assert.match(String(style.headers['cache-control']), /immutable/)
  const compressed = await get('/docs/start', { 'accept-encoding': 'gzip' })
  assert.equal(compressed.headers['content-encoding'], 'gzip')
  const again = await get('/docs/start', {
    'accept-encoding': 'gzip',
    'if-none-match': String(compressed.headers.etag),
  })
  assert.equal(again.statusCode, 304)
})

test('no path leads to another file', async (t) => {
  const { get } = await start(t)
  const paths = ['secret.key', '../index.html', '..%2findex.html', 'start.html.gz', 'start/']
  for (const path of [...paths, 'no-such-page', 'constructor', 'assets', 'assets/']) {
    const answer = await get(`/docs/${path}`)
    assert.equal(answer.statusCode, 404, path)
    assert.equal(answer.json().code, 'unknown_path', path)
  }
  const shown = await get('/docs/no-such-page', { accept: 'text/html' })
  assert.deepEqual([shown.statusCode, shown.body], [404, '<h1>404</h1>'])
})

test('below a path prefix every address of a page has the prefix', async (t) => {
  const { get } = await start(t, { basePath: '/qpr' })
  const { body, rawPayload } = await get('/docs/')
  assert.ok(body.includes('href="/qpr/docs/assets/a.css"'), body)
  const compressed = await get('/docs/', { 'accept-encoding': 'br' })
  assert.deepEqual(brotliDecompressSync(compressed.rawPayload), rawPayload)
  assert.equal((await get('/llms.txt')).headers.location, '/qpr/docs/llms.txt')
})

test('a site that is not built is announced, and shown as soon as it is built', async (t) => {
  const { folder, get } = await start(t, { isBuilt: false })
  const absent = await get('/docs/start', { 'accept-language': 'de' })
  assert.equal(absent.statusCode, 503)
  assert.match(absent.body, /npm run docs:build/)
  await build(folder)
  assert.equal((await get('/docs/start')).statusCode, 200)
})

test('the examples of the reference have the address of the service', async (t) => {
  const { get } = await start(t, { baseUrl: 'https://qr.example' })
  assert.match((await get('/docs/reference/')).body, /curl 'https:\/\/qr\.example\/v1'/)
})

test('a build without VitePress shows the pages as Markdown', async (t) => {
  const { folder, get } = await start(t, { isBuilt: false })
  await mkdir(join(folder, 'reference'))
  await writeFile(join(folder, 'reference/index.md'), '# API reference')
  await writeFile(join(folder, 'llms.txt'), '# QPR')
  const { headers, body } = await get('/docs/reference/', { accept: 'text/html' })
  assert.deepEqual(
    [headers['content-type'], body],
    ['text/markdown; charset=utf-8', '# API reference'],
  )
  assert.equal((await get('/docs/no-such-page', { accept: 'text/html' })).statusCode, 404)
})
