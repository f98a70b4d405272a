// A visit to a website: which pages it reads, which it keeps, and how it ends.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pdfOf } from '../../../test/harness/data/files.ts'
import { addSource, processed, type Source, search } from '../../../test/harness/data/knowledge.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import { minuteMs } from '../../platform/kit/clock.ts'

type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer }

const answer = (type: string, body: string | Buffer): Answer => ({
  status: 200,
  headers: { 'Content-Type': type },
  body,
})
const page = (text: string, ...links: string[]) =>
  answer(
    'text/html',
    `<html><head><title>Title of ${text}</title></head><body><p>${text}</p>${links.join(' ')}</body></html>`,
  )
const link = (href: string, more = '') => `<a href="${href}" ${more}>x</a>`

const startSite = async (t: TestContext, pages: Record<string, Answer>) => {
  const site = await startReceiver(t, ({ path }) => pages[path] ?? 404)
  const paths = () => site.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt')
  return { ...site, pages, paths }
}

const read = async (service: Service, url: string, input: object = {}) =>
  await processed(service, (await addSource(service, { kind: 'site', url, ...input })).id)

const readAgain = async (service: Service, { id }: Source) => {
  const { status, text } = await service.post(`/v1/knowledge/${id}/refresh`, {})
  assert.equal(status, 202, text)
  return await processed(service, id)
}

const knows = async (service: Service, word: string) => (await search(service, word)).best > 0

test('a page that is gone or must not be read loses its text, and one that is broken keeps it', async (t) => {
  const service = await startService(t)
  const words = ['missing', 'removed', 'hidden', 'emptied', 'broken', 'private']
  const texts = Object.fromEntries(words.map((word) => [`/${word}`, page(`The ${word} text.`)]))
  const site = await startSite(t, {
    '/': page('Start.', ...words.map((word) => link(`/${word}`))),
    ...texts,
  })
  const source = await read(service, site.url)
  assert.deepEqual([source.status, source.pages], ['ready', 7])
  Object.assign(site.pages, {
    '/missing': { status: 404 },
    '/removed': { status: 410 },
    '/hidden': answer('text/html', '<meta name="robots" content="noindex"><p>The hidden text.</p>'),
    '/emptied': answer('text/html', '<p></p>'),
    '/broken': { status: 500 },
    '/private': { status: 403 },
  })
  const again = await readAgain(service, source)
  assert.deepEqual([again.status, again.reason, again.pages], ['ready', null, 3])
  const known = await Promise.all(words.map((word) => knows(service, word)))
  assert.deepEqual(known, [false, false, false, false, true, true])
})

test('a page or site without any text fails and says why, and is ready when it has some', async (t) => {
  const service = await startService(t)
  const hidden = answer('text/html', '<meta name="robots" content="noindex"><p>Hidden.</p>')
  const site = await startSite(t, {
    '/': answer('text/html', '<p></p><a href="/hidden"></a>'),
    '/hidden': hidden,
    '/app': answer('text/html', '<div id="root"></div><script src="/app.js"></script>'),
  })
  const source = await read(service, site.url)
  assert.deepEqual(
    [source.status, source.reason, source.passages],
    ['failed', 'The page has no readable text.', 0],
  )
  const app = await read(service, `${site.url}/app`)
  assert.match(
    `${app.status} ${app.reason}`,
    /^failed The page shows its text only with JavaScript/,
  )
  site.pages['/hidden'] = page('Shown now.')
  const shown = await readAgain(service, source)
  assert.deepEqual([shown.status, shown.reason, shown.passages], ['ready', null, 1])
  site.pages['/hidden'] = hidden
  const again = await readAgain(service, source)
  assert.deepEqual([again.status, again.passages, again.pages], ['failed', 0, 0])
  assert.equal(await knows(service, 'shown'), false)
})

test('links with nofollow, of a page with nofollow, and to another host are not followed', async (t) => {
  const service = await startService(t)
  const other = await startSite(t, { '/': page('Another website.') })
  const site = await startSite(t, {
    '/': page(
      'Start.',
      link('/a'),
      link('/no', 'rel="nofollow"'),
      link('/away'),
      link('/manual.pdf'),
    ),
    '/a': answer('text/html', `<meta name="robots" content="nofollow"><p>Page a.</p>${link('/b')}`),
    '/b': page('Page b.'),
    '/no': page('Not this one.'),
    '/away': { status: 302, headers: { Location: `${other.url}/` } },
    '/manual.pdf': answer('application/pdf', pdfOf(['The manual.'])),
  })
  const source = await read(service, site.url)
  assert.deepEqual([source.status, source.reason, source.pages], ['ready', null, 3])
  assert.deepEqual(site.paths().toSorted(), ['/', '/a', '/away', '/manual.pdf'])
  const [manual] = (await search(service, 'manual')).passages
  assert.deepEqual(
    [manual?.text, manual?.page, manual?.url, manual?.title],
    ['The manual.', 1, `${site.url}/manual.pdf`, 'Title of Start.'],
  )
})

test('a page that redirects is no page of its own, and its target is read once', async (t) => {
  const service = await startService(t)
  const site = await startSite(t, {
    '/': page('Start.', link('/old'), link('/older'), link('/new')),
    '/old': { status: 301, headers: { Location: '/new' } },
    '/older': { status: 301, headers: { Location: '/found' } },
    '/new': page('The new page.'),
    '/found': page('The found page.', link('/deep')),
    '/deep': page('Too deep.'),
  })
  const source = await read(service, site.url, { max_pages: 3, max_depth: 1 })
  assert.deepEqual([source.pages, source.title], [3, 'Title of Start.'])
  assert.deepEqual([await knows(service, 'found'), await knows(service, 'deep')], [true, false])
})

test('a title that the owner chose stays, and the title of an address becomes that of its page', async (t) => {
  const service = await startService(t)
  const site = await startSite(t, { '/': page('Start.', link('/a')), '/a': page('Page a.') })
  assert.equal((await read(service, site.url, { title: 'Our house' })).title, 'Our house')
  const source = await read(service, site.url)
  assert.equal(source.title, 'Title of Start.')
  site.pages['/'] = page('Changed.')
  await service.patch(`/v1/knowledge/${source.id}`, { title: 'Mine' })
  assert.equal((await readAgain(service, source)).title, 'Mine')
})

test('a start page that fails fails the source, and its former text stays in use', async (t) => {
  const service = await startService(t)
  const site = await startSite(t, { '/': page('The sauna is here.') })
  const source = await read(service, site.url)
  site.pages['/'] = { status: 404 }
  const failed = await readAgain(service, source)
  assert.deepEqual(
    [failed.status, failed.reason, failed.pages],
    ['failed', 'There is no page at this address (status 404).', 1],
  )
  assert.ok(await knows(service, 'sauna'))
})

test('a website without a readable robots.txt allows everything, and one in trouble nothing', async (t) => {
  const service = await startService(t)
  const reasonFor = async (robots: Answer) => {
    const site = await startSite(t, { '/robots.txt': robots, '/': page('The sauna.') })
    const { status, reason } = await read(service, site.url)
    return [status, reason]
  }
  const forbidding = 'User-agent: *\nDisallow: /'
  for (const robots of [
    { status: 404 },
    { status: 403 },
    answer('text/plain', ''),
    answer('image/png', forbidding),
  ]) {
    assert.deepEqual(await reasonFor(robots), ['ready', null], JSON.stringify(robots))
  }
  assert.deepEqual(await reasonFor({ status: 503 }), [
    'failed',
    'The website 127.0.0.1 could not be reached. Try again later.',
  ])
  assert.deepEqual(await reasonFor(answer('text/plain', forbidding)), [
    'failed',
    'The file robots.txt of the website does not allow reading this address.',
  ])
  const rules = Array.from({ length: 1001 }, (_, at) => `Disallow: /${at}`)
  assert.deepEqual(await reasonFor(answer('text/plain', `User-agent: *\n${rules.join('\n')}`)), [
    'failed',
    'The file robots.txt of the website has more than 1,000 rules, so it cannot be respected and ' +
      'nothing is read.',
  ])
})

test('a visit waits between two pages as long as robots.txt asks for', async (t) => {
  const service = await startService(t)
  const site = await startSite(t, {
    '/robots.txt': answer('text/plain', 'User-agent: *\nCrawl-delay: 0.4'),
    '/': page('Start.', link('/a')),
    '/a': page('Page a.'),
  })
  assert.equal((await read(service, site.url)).pages, 2)
  const [start, next] = site.requests.filter(({ path }) => path !== '/robots.txt')
  assert.ok(start && next)
  // Two clocks measure it.
  assert.ok(next.at - start.at >= 350, `${next.at - start.at} ms`)
})

test('a visit ends when the organization has no room for more pages', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_KNOWLEDGE_PAGES: '2' } })
  const site = await startSite(t, {
    '/': page('Start.', link('/a'), link('/b'), link('/c')),
    '/a': page('Page a.'),
    '/b': page('Page b.'),
    '/c': page('Page c.'),
  })
  const source = await read(service, site.url)
  assert.deepEqual(
    [source.status, source.reason, source.pages],
    ['ready', 'Reading stopped, because the organization has no room for more pages.', 2],
  )
  assert.deepEqual(site.paths(), ['/', '/a', '/b'])
})

test('a visit that takes longer than 30 minutes ends with the pages it has', async (t) => {
  const clock = fakeClock('2099-04-01T12:00:00Z')
  const service = await startService(t, { clock })
  const site = await startSite(t, {
    '/': page('Start.', link('/a'), link('/b')),
    '/a': page('Page a.'),
    '/b': page('Page b.'),
  })
  site.answerWith(({ path }) => {
    if (path === '/a') clock.advance(30 * minuteMs + 1)
    return site.pages[path] ?? 404
  })
  const source = await read(service, site.url)
  assert.deepEqual(
    [source.status, source.reason, site.paths()],
    ['ready', 'The website was too slow: reading stopped after 30 minutes.', ['/', '/a']],
  )
})
