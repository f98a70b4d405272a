import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfOf } from '../../../test/harness/data/files.ts'
import { type PageRequest, readWebPage } from './page.reader.ts'

const read = (body: string | Buffer, more: Partial<PageRequest> = {}) =>
  readWebPage({
    body: Buffer.from(body),
    type: 'text/html',
    charset: null,
    url: 'https://example.com/help/spa',
    host: 'example.com',
    ...more,
  })

const html = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`

/** A page that was read, with these differences to one without text. */
const page = (more: object) => ({
  kind: 'read',
  title: null,
  pieces: [],
  pages: 0,
  links: '[]',
  isSitemap: false,
  lack: null,
  ...more,
})
const piece = (text: string, headings: string[] = [], number: number | null = null) => ({
  headings,
  page: number,
  text,
})

const textOf = async (...given: Parameters<typeof read>) => {
  const result = await read(...given)
  assert.ok(result.kind === 'read', JSON.stringify(result))
  return result.pieces.map(({ text }) => text).join('\n')
}
const linksOf = async (...given: Parameters<typeof read>): Promise<string[]> => {
  const result = await read(...given)
  assert.ok(result.kind === 'read', JSON.stringify(result))
  return JSON.parse(result.links)
}

test('a page has its title, its text and its links', async () => {
  assert.deepEqual(
    await read(html('<h1>Spa</h1><p>Warm.</p><a href="bar">Bar</a>', '<title>The house</title>')),
    page({
      title: 'The house',
      pieces: [piece('Warm.\n\nBar', ['Spa'])],
      pages: 1,
      links: '["https://example.com/help/bar"]',
    }),
  )
})

test('a page without text says why', async () => {
  const lackOf = async (body: string, head = '') => {
    const result = await read(html(body, head))
    return result.kind === 'read' && result.pieces.length === 0 && result.lack
  }
  const script = '<script src="/app.js"></script>'
  assert.equal(await lackOf(''), 'The page has no readable text.')
  assert.equal(await lackOf('<p hidden>Warm.</p>'), 'The page has no readable text.')
  const needsScript = /only with JavaScript/
  assert.match(String(await lackOf(`<div id="root">Loading…</div>${script}`)), needsScript)
  assert.match(
    String(await lackOf(`${script}<noscript>Please enable JavaScript.</noscript>`)),
    needsScript,
  )
  // Without a script, and with text elsewhere, it is a page as any other.
  assert.equal(await lackOf(`<p>Warm.</p><noscript>Enable JavaScript.</noscript>${script}`), false)
  assert.equal(await lackOf('<div id="root">Loading…</div>'), false)
  assert.equal(await lackOf(`<div id="app"><p>${'Warm. '.repeat(40)}</p></div>${script}`), false)
  assert.equal(await lackOf(`<div id="app"></div><p>${'Warm. '.repeat(40)}</p>${script}`), false)
})

test('a page has one page for every 3,000 characters of its text', async () => {
  const pagesOf = async (characters: number) => {
    const result = await read(html(`<p>${'x'.repeat(characters)}</p>`))
    return result.kind === 'read' && result.pages
  }
  assert.deepEqual([await pagesOf(3000), await pagesOf(3001)], [1, 2])
})

test('a page that does not want to be read or followed is not', async () => {
  const robots = (content: string) =>
    read(html('<p>Warm.</p><a href="/bar">Bar</a>', `<meta name="robots" content="${content}">`))
  const links = '["https://example.com/bar"]'
  const text = { pieces: [piece('Warm.\n\nBar')], pages: 1 }
  assert.deepEqual(await robots('all'), page({ ...text, links }))
  const lack = 'The page asks not to be indexed (noindex), so it was not read.'
  assert.deepEqual(await robots('NOINDEX'), page({ links, lack }))
  assert.deepEqual(await robots('nofollow'), page(text))
  assert.deepEqual(await robots('none'), page({ lack }))
})

test('the links of a page are relative to its base, unless that is no address', async () => {
  const baseOf = (href: string) => linksOf(html('<a href="a">a</a>', `<base href="${href}">`))
  assert.deepEqual(await baseOf('/base/'), ['https://example.com/base/a'])
  assert.deepEqual(await baseOf('https://other.example/'), [])
  assert.deepEqual(await baseOf('http://'), ['https://example.com/help/a'])
  assert.deepEqual(await baseOf(`/${'x'.repeat(2000)}/`), ['https://example.com/help/a'])
})

test('the encoding of a page is that of its header, then of its text, otherwise UTF-8', async () => {
  const umlaut = Buffer.from('<p>T\xfcr</p>', 'latin1')
  const meta = (charset: string) =>
    Buffer.concat([Buffer.from(`<html><head>${charset}</head>`), umlaut])
  const cases: [body: Buffer, charset: string | null, text: string][] = [
    [umlaut, 'iso-8859-1', 'Tür'],
    [umlaut, null, 'T\ufffdr'],
    [meta('<meta charset="windows-1252">'), null, 'Tür'],
    [meta("<meta http-equiv=x content='text/html; charset=latin1'>"), null, 'Tür'],
    [meta('<meta charset="windows-1252">'), 'utf-8', 'T\ufffdr'],
    [Buffer.from('<p>Tür</p>'), null, 'Tür'],
    [Buffer.from('<p>Tür</p>'), 'no-such-charset', 'Tür'],
  ]
  for (const [body, charset, text] of cases) {
    assert.equal(await textOf(body, { charset }), text, `${body} ${charset}`)
  }
})

test('a sitemap has the addresses of its pages, and no text', async () => {
  const sitemap =
    '<?xml version="1.0"?><urlset xmlns="x"><url><loc> https://example.com/a?b=1&amp;c=2 </loc></url>' +
    '<url><loc>\n<![CDATA[https://example.com/b]]>\n</loc></url><url><loc>/c</loc></url>' +
    '<url><loc>https://other.example/d</loc></url></urlset>'
  const xml = { type: 'application/xml' }
  assert.deepEqual(
    await read(sitemap, xml),
    page({
      isSitemap: true,
      links: JSON.stringify([
        'https://example.com/a?b=1&c=2',
        'https://example.com/b',
        'https://example.com/c',
      ]),
    }),
  )
  const index =
    '<sitemapindex><sitemap><loc>https://example.com/s.xml</loc></sitemap></sitemapindex>'
  assert.deepEqual(await linksOf(index, xml), ['https://example.com/s.xml'])
  const many = Array.from({ length: 5001 }, (_, at) => `<loc>https://example.com/${at}</loc>`)
  assert.equal((await linksOf(`<urlset>${many.join('')}</urlset>`, xml)).length, 5000)
})

test('a PDF or a text at an address is read whole', async () => {
  assert.deepEqual(
    await read(pdfOf(['# The pool\nIt is warm.', 'The bar is open.']), { type: 'image/png' }),
    page({
      pieces: [piece('It is warm.', ['The pool'], 1), piece('The bar is open.', ['The pool'], 2)],
      pages: 2,
    }),
  )
  for (const type of ['text/plain', 'text/markdown', '']) {
    assert.deepEqual(
      await read('# The pool\n\nIt is warm.', { type }),
      page({ pieces: [piece('It is warm.', ['The pool'])], pages: 1 }),
      type,
    )
  }
  // Text that is a page after all.
  assert.equal(await textOf(html('<p>Warm.</p>'), { type: 'text/plain' }), 'Warm.')
})

test('an address that is no page, or has no text, fails with a sentence', async () => {
  const failed = async (reason: string, ...given: Parameters<typeof read>) =>
    assert.deepEqual(await read(...given), { kind: 'failed', reason })
  await failed('The address is not a web page (image/png).', 'x', { type: 'image/png' })
  await failed('The address is not a web page (application/json).', '{}', {
    type: 'application/json',
  })
  await failed('The file contains no text.', ' ', { type: 'text/plain' })
  await failed(
    'This PDF contains only images of text. Upload one with real text.',
    pdfOf([null]),
    {},
  )
  for (const type of ['application/xml', 'application/xhtml+xml', 'text/html']) {
    assert.equal(await textOf('<p>Warm.</p>', { type }), 'Warm.', type)
  }
})

test('at most 1,000 passages of a page and 2,000 links are kept', async () => {
  const paragraph = `<p>${'x'.repeat(1200)}</p>`
  const result = await read(html(`<main>${paragraph.repeat(1001)}</main>`))
  assert.equal(result.kind === 'read' && result.pieces.length, 1000)
  const links = Array.from({ length: 2001 }, (_, at) => `<a href="/${at}">x</a>`).join('')
  assert.equal((await linksOf(html(links))).length, 2000)
})
