// Each host that a redirect leads to is asked for its own robots.txt, before it is asked for a page.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSource, processed, search } from '../../../test/harness/data/knowledge.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'

type Answer = { status: number; headers?: Record<string, string>; body?: string }

const page = (text: string, ...links: string[]): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'text/html', ETag: `"${text.replaceAll(' ', '_')}"` },
  body: `<html><head><title>${text}</title></head><body><main><p>${text}</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(' ')}</main></body></html>`,
})
const redirect = (to: string): Answer => ({ status: 301, headers: { Location: to } })
const robots = (...rules: string[]): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: ['User-agent: *', ...rules].join('\n'),
})

/** A website with a host of its own, because it has another port. */
const startHost = async (t: TestContext, pages: Record<string, Answer>) => {
  const host = await startReceiver(t, ({ path, headers }) => {
    const found = pages[path] ?? { status: 404 }
    const tag = found.headers?.ETag
    return tag && headers['if-none-match'] === tag ? { status: 304 } : found
  })
  return { url: host.url, pages, paths: () => host.requests.map(({ path }) => path) }
}

const read = async (service: Service, url: string, kind = 'site') => {
  const { id } = await addSource(service, { kind, url })
  return await processed(service, id)
}

test('the robots.txt of the host that serves the start page holds for its links', async (t) => {
  const service = await startService(t)
  const www = await startHost(t, {
    '/robots.txt': robots('Disallow: /private'),
    '/': page('Welcome to the hotel.', '/spa', '/private'),
    '/spa': page('The sauna is in the basement.', '/', '/private/prices'),
    '/private': page('The code of the safe is 1234.'),
    '/private/prices': page('The prices are secret.'),
  })
  const apex = await startHost(t, { '/': redirect(`${www.url}/`) })
  const source = await read(service, `${apex.url}/`)
  assert.deepEqual([source.status, source.reason], ['ready', null])
  assert.deepEqual(apex.paths(), ['/robots.txt', '/'])
  assert.deepEqual(www.paths().slice(0, 2), ['/robots.txt', '/'])
  assert.deepEqual(new Set(www.paths()), new Set(['/robots.txt', '/', '/spa']))
  assert.equal((await search(service, 'safe')).best, 0)

  // The start page has not changed, and its host is still that of the redirect.
  www.pages['/spa'] = page('The sauna is on the roof now.', '/pool')
  www.pages['/pool'] = page('The pool is warm.')
  const { status } = await service.post(`/v1/knowledge/${source.id}/refresh`)
  assert.equal(status, 202)
  assert.equal((await processed(service, source.id)).status, 'ready')
  assert.equal((await search(service, 'pool')).passages[0]?.url, `${www.url}/pool`)
})

test('a redirect into a path that robots.txt forbids is not followed', async (t) => {
  const service = await startService(t)
  const forbidding = await startHost(t, {
    '/robots.txt': robots('Disallow: /private'),
    '/private': page('The code of the safe is 1234.'),
    '/hop': redirect('/private'),
    '/': page('Welcome to the hotel.', '/hop', '/spa'),
    '/spa': page('The sauna is in the basement.'),
  })
  const other = await startHost(t, {
    '/elsewhere': redirect(`${forbidding.url}/private`),
    '/chain': redirect(`${forbidding.url}/hop`),
  })
  for (const url of [
    `${forbidding.url}/hop`,
    `${other.url}/elsewhere`,
    `${other.url}/chain`,
    `${forbidding.url}/private`,
  ]) {
    for (const kind of ['page', 'site']) {
      const { status, reason } = await read(service, url, kind)
      assert.equal(status, 'failed', url)
      assert.match(reason ?? '', /robots.txt of the website does not allow/, url)
    }
  }
  const site = await read(service, `${forbidding.url}/`)
  assert.deepEqual([site.status, site.pages], ['ready', 2])
  assert.ok(!forbidding.paths().includes('/private'))
})

test('nothing is read from a host whose robots.txt cannot be read after a redirect', async (t) => {
  const service = await startService(t)
  const broken = await startHost(t, {
    '/robots.txt': { status: 500 },
    '/': page('Welcome to the hotel.'),
  })
  const apex = await startHost(t, { '/': redirect(`${broken.url}/`) })
  const { status, reason } = await read(service, `${apex.url}/`)
  assert.equal(status, 'failed')
  assert.match(reason ?? '', /could not be reached/)
  assert.deepEqual(broken.paths(), ['/robots.txt'])
})

test('a refresh keeps the pages of a sitemap that has not changed', async (t) => {
  const service = await startService(t)
  const site = await startHost(t, { '/a': page('The pool is warm.') })
  site.pages['/sitemap.xml'] = {
    status: 200,
    headers: { 'Content-Type': 'application/xml', ETag: '"1"' },
    body: `<urlset><url><loc>${site.url}/a</loc></url></urlset>`,
  }
  const { id } = await addSource(service, {
    kind: 'site',
    url: `${site.url}/sitemap.xml`,
    max_depth: 0,
  })
  assert.equal((await processed(service, id)).pages, 1)
  await service.post(`/v1/knowledge/${id}/refresh`)
  assert.equal((await processed(service, id)).pages, 1)
})
