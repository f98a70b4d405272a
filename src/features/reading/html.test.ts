import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unreadable } from './blocks.ts'
import { readHtml, readPage, requireModestHtml, requireModestXml } from './html.ts'

const shownOf = async (html: string) =>
  (await readHtml(html)).blocks.map(({ level, text }) => `${level} ${text}`)

const check = async (cases: [html: string, shown: string[]][]) => {
  for (const [html, shown] of cases) assert.deepEqual(await shownOf(html), shown, html)
}

test('elements of HTML become headings and paragraphs', async () => {
  await check([
    ['<h1>House</h1><p>Three <b>floors</b>.</p>', ['1 House', '0 Three floors.']],
    ['<h6>Six</h6><h7>Seven</h7>', ['6 Six', '0 Seven']],
    ['<h2> The \n <i>spa</i> ¶ </h2><h3>C #</h3><h4> </h4>', ['2 The spa', '3 C']],
    ['Before<div>inside</div>after', ['0 Before', '0 inside', '0 after']],
    ['<p>One<p>Two<br>three', ['0 One', '0 Two\nthree']],
    ['<p> a \n\t b </p>', ['0 a b']],
    ['<pre>a\n  b</pre>', ['0 a\nb']],
    ['<pre><code>a\nb</code></pre><p>c\nd</p>', ['0 a\nb', '0 c d']],
    ['<ul><li>Towel</li><li>Phone</li></ul>', ['0 - Towel', '0 - Phone']],
    ['<dl><dt>Spa</dt><dd>Warm</dd></dl>', ['0 Spa', '0 Warm']],
    ['<p>T&uuml;r &lt;1&gt;</p>', ['0 Tür <1>']],
    ['Text without elements', ['0 Text without elements']],
    ['<html><body><p>Whole</p></body></html>', ['0 Whole']],
  ])
})

test('a row of a table is one line, and an empty row is left out', async () => {
  await check([
    [
      '<table><caption>Rooms</caption><thead><tr><th>Room</th><th>Price</th></tr></thead>' +
        '<tbody><tr><td> Sea \n view </td><td>129</td></tr><tr><td></td><td> </td></tr></tbody></table>',
      ['0 Rooms', '0 Room | Price', '0 Sea view | 129'],
    ],
    ['<table><tr><td></td><td>129</td></tr></table>', ['0  | 129']],
  ])
})

test('navigation, forms, scripts and hidden elements are no text', async () => {
  const skipped =
    'script style noscript template svg nav iframe object canvas button select form dialog'.split(
      ' ',
    )
  await check([
    ...skipped.map((name): [string, string[]] => [
      `<p>a</p><${name}>x</${name}><p>b</p>`,
      ['0 a', '0 b'],
    ]),
    ['<p aria-hidden="true">x</p><p aria-hidden="false">a</p><!-- x -->', ['0 a']],
    ['<html><head><title>x</title></head><body>a</body></html>', ['0 a']],
  ])
})

test('text that nobody can see is no text, also in headings and tables', async () => {
  await check([
    ['<p hidden>x</p><p hidden="until-found">a</p><div hidden=""><p>x</p></div>', ['0 a']],
    ['<p style="color:red; Display : none">x</p><p style="display:block">a</p>', ['0 a']],
    [
      '<h1>a<span hidden>x</span></h1><table><tr><td>b<i style="display:none">x</i></td></tr></table>',
      ['1 a', '0 b'],
    ],
    ['<p style="font-size:0">x<b>x</b></p><p style="font-size:0px !important">x</p>', []],
    [
      '<div style="font-size:0"><p style="font-size:16px">a</p></div><p style="font-size:0.9em">b</p>',
      ['0 a', '0 b'],
    ],
  ])
})

test('elements nested more than 200 deep are left out', async () => {
  const nested = (depth: number) => `${'<div>'.repeat(depth)}a${'</div>'.repeat(depth)}`
  // The body and the text are levels too.
  assert.deepEqual(await shownOf(nested(199)), ['0 a'])
  assert.deepEqual(await shownOf(nested(200)), [])
})

test('the title, links, base and rules for robots of a document are read', async () => {
  const { blocks: _, ...facts } = await readHtml(
    '<html><head><title> House \n manual </title><base href="/base/">' +
      '<meta name="ROBOTS" content="NoIndex, NOFOLLOW"></head><body><a href="/a">a</a>' +
      '<a>none</a><a rel="external NoFollow" href="/b">b</a><a rel="nofollower" href="c">c</a></body></html>',
  )
  assert.deepEqual(facts, {
    title: 'House manual',
    links: ['/a', 'c'],
    base: '/base/',
    robots: 'noindex, nofollow',
    hasScript: false,
    isWaiting: false,
  })
  assert.deepEqual(await readHtml('<title> </title>'), {
    title: null,
    links: [],
    base: null,
    robots: '',
    hasScript: false,
    isWaiting: false,
    blocks: [],
  })
  const long = await readHtml(
    `<html><head><title>${'x'.repeat(199)}💥</title></head><body>${'<a href="/a">a</a>'.repeat(2001)}</body></html>`,
  )
  assert.deepEqual([long.title, long.links.length], [`${'x'.repeat(199)}\ufffd`, 2000])
})

const article = (text: string) =>
  `<article><h1>The spa</h1>${`<p>${text} It is open every day, also on Sundays, and a towel is included.</p>`.repeat(6)}</article>`

const textOf = async (html: string) =>
  (await readPage(html)).blocks.map(({ text }) => text).join('\n')

test('a page is its article, without what surrounds it', async () => {
  const page = (more: string) =>
    `<html><head><title>Spa</title></head><body><header>Top menu</header>${more}` +
    `${article('The sauna is in the basement.')}<aside>An advertisement</aside>` +
    '<footer>Imprint</footer></body></html>'
  const text = await textOf(
    page('<div class="sidebar"><ul><li><a href="/x">Other hotels</a></li></ul></div>'),
  )
  assert.match(text, /The sauna is in the basement/)
  assert.doesNotMatch(text, /Top menu|Imprint|advertisement|Other hotels/)
})

test('a page of many small parts keeps all of them', async () => {
  const parts = Array.from(
    { length: 30 },
    (_, at) => `<div class="sidebar"><span>Room ${at} costs ${at} euros</span></div>`,
  ).join('')
  const html = `<html><body><header>Menu</header>${parts}<section><p>${'The one long paragraph of the page, with commas, and more. '.repeat(5)}</p></section></body></html>`
  const text = await textOf(html)
  for (let at = 0; at < 30; at++) assert.match(text, new RegExp(`Room ${at} costs`))
  assert.doesNotMatch(text, /Menu/)
})

test('a page that is too large for its article to be found is read whole', async () => {
  const inside = '<div class="sidebar"><ul><li><a href="/x">Other hotels</a></li></ul></div>'
  const pageOf = (more: string, attributes = '') =>
    `<html><body>${inside}<div${attributes}>${article('The sauna is in the basement.')}${more}</div></body></html>`
  assert.doesNotMatch(await textOf(pageOf('')), /Other hotels/)
  const large = {
    elements: pageOf('<i></i>'.repeat(5000)),
    attributes: pageOf(
      `<i ${Array.from({ length: 100 }, (_, at) => `a${at}`).join(' ')}></i>`.repeat(201),
    ),
    characters: pageOf(`<script>${'x'.repeat(1_000_001)}</script>`),
    depth: pageOf(`${'<span>'.repeat(60)}a${'</span>'.repeat(60)}`),
  }
  for (const [name, html] of Object.entries(large)) {
    assert.match(await textOf(html), /Other hotels/, name)
  }
})

test('only the first 50,000 tags of a page are read', async () => {
  // In a comment they are tags for the limit only, which keeps the test quick.
  const html = (tags: number) => `<html><body><!--${'<'.repeat(tags)}--><p>Last</p></body></html>`
  assert.equal(await textOf(html(49_996)), 'Last')
  assert.equal(await textOf(html(49_997)), '')
})

test('a document with too many elements, or nested too deeply, is refused', () => {
  const tooMany = new Unreadable('The document has too many elements. Split it into several files.')
  const tooDeep = new Unreadable('The elements of the document are nested too deeply.')
  const deepXml = (depth: number) => '<a>'.repeat(depth)
  const deepHtml = (depth: number) => '<div>'.repeat(depth)
  requireModestHtml('<'.repeat(1_000_000))
  assert.throws(() => requireModestHtml('<'.repeat(1_000_001)), tooMany)
  requireModestXml('<'.repeat(4_000_000))
  assert.throws(() => requireModestXml('<'.repeat(4_000_001)), tooMany)
  for (const [require, deep] of [
    [requireModestHtml, deepHtml],
    [requireModestXml, deepXml],
  ] as const) {
    require(deep(5000))
    assert.throws(() => require(deep(5001)), tooDeep)
    // An end takes a level away, but never below none.
    assert.throws(() => require(`</b>${deep(5001)}`), tooDeep)
  }
  requireModestHtml(`${deepHtml(5000)}</div><div>`)
  requireModestXml(`${deepXml(5000)}</a><a>`)
  // Elements without an end do not nest.
  requireModestHtml('<P>a<br><li>'.repeat(5001))
  requireModestXml('<a b="c"/>'.repeat(5001))
})
