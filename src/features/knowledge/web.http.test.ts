import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { addSource, processed, type Source, search } from '../../../test/harness/data/knowledge.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'

import { refreshDueSources } from './job-handlers.ts'

type Page = string | { status: number; headers?: Record<string, string>; body?: string | Buffer }

/** A website. A page without markup gets some; `pages` can be changed while it runs. */
const startSite = async (t: TestContext, pages: Record<string, Page>) => {
  const site = await startReceiver(t, ({ path }) => {
    const page = pages[path]
    if (page === undefined) return 404
    return typeof page === 'string'
      ? { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: page }
      : page
  })
  const read = () => site.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt')
  return { ...site, url: new URL(site.url).origin, read }
}

const page = (title: string, text: string, ...links: string[]) =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>` +
  `${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></body></html>`

const addSite = async (service: Service, input: Record<string, unknown>) =>
  await processed(service, (await addSource(service, { kind: 'site', ...input })).id)

test('a site is read from its start address: same host, depth, number of pages, robots.txt', async (t) => {
  const service = await startService(t)
  const site = await startSite(t, {
    '/robots.txt': {
      status: 200,
      headers: { 'Content-Type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /private',
    },
    '/': page(
      'Hotel',
      'Welcome to the hotel.',
      '/spa?utm_source=x#top',
      '/private',
      'http://example.com/',
      '/photo.jpg',
      '/old',
    ),
    '/spa': page(
      'Spa',
      'The sauna is in the basement.',
      '/',
      '/spa/prices',
      'mailto:a@example.com',
    ),
    '/spa/prices': page('Prices', 'A massage costs 60 euros.', '/deeper'),
    '/deeper': page('Deeper', 'Too deep.'),
    '/private': page('Private', 'The code of the safe is 1234.'),
    '/old': { status: 301, headers: { Location: '/spa' } },
  })
  const source = await addSite(service, { url: site.url, max_depth: 2 })
  assert.deepEqual(
    [source.status, source.reason, source.title, source.kind, source.pages],
    ['ready', null, 'Hotel', 'site', 3],
  )
  assert.deepEqual(new Set(site.read()), new Set(['/', '/spa', '/old', '/spa/prices']))
  const [first] = (await search(service, 'Where is the sauna?')).passages
  assert.deepEqual([first?.title, first?.url], ['Spa', `${site.url}/spa`])
  assert.equal((await search(service, 'safe')).best, 0)

  const few = await addSite(service, { url: site.url, max_pages: 2 })
  assert.deepEqual([few.status, few.reason], ['ready', 'Only the first 2 pages were read.'])
  const single = await addSource(service, {
    kind: 'page',
    url: `${site.url}/spa`,
    title: 'Our spa',
  })
  const { pages, title } = await processed(service, single.id)
  assert.deepEqual([pages, title], [1, 'Our spa'])
  const refused = await addSite(service, { url: `${site.url}/private` })
  assert.match(refused.reason ?? '', /robots.txt of the website does not allow/)
})

test('a sitemap is read, and a refresh processes only the pages that have changed', async (t) => {
  const service = await startService(t)
  const pages: Record<string, Page> = {
    '/a': {
      status: 200,
      headers: { 'Content-Type': 'text/html', ETag: '"1"' },
      body: page('A', 'The pool is warm.'),
    },
    '/b': page('B', 'The bar is open.'),
    '/c': page('C', 'The cellar is cold.'),
  }
  const site = await startSite(t, pages)
  const sitemap = (...paths: string[]) => ({
    status: 200,
    headers: { 'Content-Type': 'application/xml' },
    body: `<urlset>${paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')}</urlset>`,
  })
  pages['/sitemap.xml'] = sitemap('/a', '/b', '/c')
  const url = `${site.url}/sitemap.xml`
  const source = await addSite(service, { url, refresh: 'daily', max_depth: 0 })
  assert.deepEqual([source.status, source.pages], ['ready', 3])
  const rows = () =>
    service.database.db
      .selectFrom('knowledge_passages')
      .innerJoin('knowledge_documents as document', 'document.id', 'document_id')
      .select(['knowledge_passages.id', 'document.url', 'text'])
      .orderBy('url')
      .execute()
  const before = await rows()

  pages['/b'] = page('B', 'The bar is closed.')
  pages['/sitemap.xml'] = sitemap('/a', '/b')
  site.answerWith(({ path, headers }) => {
    if (headers['if-none-match'] === '"1"') return { status: 304 }
    const found = pages[path] ?? 404
    return typeof found === 'string'
      ? { status: 200, headers: { 'Content-Type': 'text/html' }, body: found }
      : found
  })
  await service.database.transaction(({ db }) =>
    db.updateTable('knowledge_sources').set({ refresh_at: 1 }).execute(),
  )
  assert.equal(await refreshDueSources(service.internals), 1)
  assert.equal((await processed(service, source.id)).pages, 2)
  const after = await rows()
  assert.deepEqual(
    after.filter(({ url }) => !url?.endsWith('/c')).map(({ text }) => text),
    ['The pool is warm.', 'The bar is closed.'],
  )
  assert.equal(after[0]?.id, before[0]?.id)
  assert.equal((await search(service, 'cellar')).best, 0)
})

test('a site that is hostile or broken fails or ends, with a sentence', async (t) => {
  const service = await startService(t)
  const gigabyte = 'x'.repeat(64 * 1024)
  const site = await startSite(t, {
    '/members-only': { status: 302, headers: { Location: '/login' } },
    '/login': page('Sign in', 'Password'),
    '/locked': { status: 401 },
    '/image': { status: 200, headers: { 'Content-Type': 'image/png' }, body: 'x' },
    '/loop': { status: 302, headers: { Location: '/loop' } },
    '/inside': { status: 302, headers: { Location: 'http://169.254.169.254/latest/meta-data' } },
    '/broken': { status: 500 },
    '/empty': page('', ''),
  })
  const endless = { count: 0 }
  const reasonOf = async (path: string, kind = 'page') => {
    const { id } = await addSource(service, { kind, url: `${site.url}${path}` })
    const { status, reason } = await processed(service, id)
    return `${status}: ${reason}`
  }
  assert.match(await reasonOf('/members-only'), /failed: .*needs a sign-in/)
  assert.match(await reasonOf('/locked'), /failed: .*needs a sign-in \(status 401\)/)
  assert.match(await reasonOf('/missing'), /failed: There is no page at this address/)
  assert.match(await reasonOf('/image'), /failed: The address is not a web page \(image\/png\)/)
  assert.match(await reasonOf('/loop'), /failed: The address redirects too often/)
  assert.match(await reasonOf('/broken'), /failed: .*status 500/)

  site.handleWith(({ path }, response) => {
    if (path === '/robots.txt') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/html' })
    if (path.startsWith('/endless')) {
      endless.count += 1
      const text = `Page ${endless.count} at ${Math.random()}.`
      return response.end(
        page('More', text, `/endless/${endless.count}`, `/endless/x${endless.count}`),
      )
    }
    const write = () => {
      while (response.writable && response.write(gigabyte));
    }
    response.on('drain', write)
    write()
  })
  assert.match(await reasonOf('/gigabyte'), /failed: The page is larger than 5 MB/)
  const endlessSite = await addSite(service, {
    url: `${site.url}/endless`,
    max_pages: 7,
    max_depth: 10,
  })
  assert.deepEqual([endlessSite.status, endlessSite.pages], ['ready', 7])
  assert.equal(endless.count, 7)
})

test('private addresses are refused as targets, as redirects and as names', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' } })
  for (const url of [
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://localhost/',
    'http://0x7f.1/',
  ]) {
    const refused = await service.post('/v1/knowledge', { kind: 'page', url })
    assertRefused(refused, { status: 422, code: 'invalid_input' })
    assert.match(refused.text, /private targets are not allowed/)
  }
  for (const url of [
    'ftp://example.com/',
    'javascript:alert(1)',
    'nonsense',
    'http://a:b@example.com/',
  ]) {
    assertRefused(await service.post('/v1/knowledge', { kind: 'site', url }), {
      status: 422,
      code: 'invalid_input',
    })
  }
  assertRefused(await service.post('/v1/knowledge', { kind: 'page' }), {
    status: 422,
    code: 'invalid_input',
  })
  const { body } = await service.get<{ sources: Source[] }>('/v1/knowledge')
  assert.deepEqual(body.sources, [])
})
