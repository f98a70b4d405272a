// Websites that try to stop the service that reads them. Each is the answer to a path.
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Received } from '../harness/receivers/receiver.ts'

export interface HostileSite {
  answer: (request: Received, response: ServerResponse, origin: string) => unknown
  /** The status and the reason of the source in the end. */
  expected: RegExp
  kind?: 'page' | 'site'
}

const html = (body: string) => `<html><head><title>Site</title></head><body>${body}</body></html>`
const paragraph = '<p>The pool is open from nine to five.</p>'
const links = (count: number, hrefOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `<a href="${hrefOf(n)}">x</a>`).join('')

const send = (response: ServerResponse, type: string, body: string | Buffer, more = {}) =>
  response.writeHead(200, { 'Content-Type': type, ...more }).end(body)

/** A start page with many long links, which are compared with the rules of this robots.txt. */
const withRobots = (
  robots: string | Buffer,
  expected = /^(ready|failed)/,
  more = {},
): HostileSite => ({
  expected,
  kind: 'site',
  answer({ path }, response) {
    if (path === '/robots.txt') return send(response, 'text/plain', robots, more)
    if (path !== '/') return response.writeHead(404).end()
    const long = (n: number) => `/${n}/${'a'.repeat(1900)}`
    return send(response, 'text/html', html(paragraph + links(2000, long)))
  },
})

/** A page without a robots.txt. */
const withPage = (
  type: string,
  body: string | Buffer,
  expected: RegExp,
  more = {},
): HostileSite => ({
  expected,
  kind: 'site',
  answer({ path }, response) {
    if (path !== '/') return response.writeHead(404).end()
    return send(response, type, body, more)
  },
})

const sitemap = (count: number, locOf: (n: number) => string) => (origin: string) =>
  `<urlset>${Array.from({ length: count }, (_, n) => `<url><loc>${origin}${locOf(n)}</loc></url>`).join('')}</urlset>`

const withSitemap = (textOf: (origin: string) => string, robots = ''): HostileSite => ({
  expected: /^(ready|failed)/,
  kind: 'site',
  answer({ path }, response, origin) {
    if (path === '/robots.txt') return send(response, 'text/plain', robots)
    if (path !== '/') return response.writeHead(404).end()
    return send(response, 'application/xml', textOf(origin))
  },
})

const wildcards = (count: number) => `User-agent: *\nDisallow: /${'*a'.repeat(count)}b$`
const manyRules = (count: number, ruleOf: (n: number) => string) =>
  `User-agent: *\n${Array.from({ length: count }, (_, n) => ruleOf(n)).join('\n')}`
/** `head`, then `count` times `unit`, packed in parts. */
const packed = (head: string, unit: string, count: number) =>
  Buffer.concat([gzipSync(head), ...Array(100).fill(gzipSync(unit.repeat(count / 100)))])
const bomb = packed('<html>', 'a ', 100_000_000)
const robotsBomb = packed('User-agent: *\nDisallow: /x\n', 'User-agent: a\n', 4_000_000)

/** A body that never ends, in pieces of a few bytes. */
const drip =
  (type: string): HostileSite['answer'] =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Type': type })
    const timer = setInterval(() => response.write('User-agent: a\n'), 50)
    response.on('close', () => clearInterval(timer))
  }

export const hostileSites: Record<string, HostileSite> = {
  'robots.txt with 3,500 agents for 3,500 rules': withRobots(
    `${'User-agent: a\n'.repeat(3500)}${'Disallow: /x\n'.repeat(3500)}`,
  ),
  'robots.txt with agents and rules in turn': withRobots(
    'User-agent: a\nUser-agent: *\nDisallow: /x\n'.repeat(2400),
  ),
  'robots.txt with one rule of 99,900 wildcards': withRobots(wildcards(49_950)),
  'robots.txt with a run of 400,000 wildcards': withRobots(
    `User-agent: *\nDisallow: /${'*'.repeat(400_000)}b$`,
  ),
  'robots.txt with 900 rules of wildcards': withRobots(
    manyRules(900, (n) => `Disallow: /*${'a*'.repeat(50)}${n}$`),
  ),
  'robots.txt with long needles': withRobots(
    manyRules(250, (n) => `Disallow: *${'a'.repeat(900)}b${'a'.repeat(900)}${n}`),
  ),
  'robots.txt with 40,000 rules': withRobots(
    manyRules(40_000, (n) => `Disallow: /${n}`),
    /^failed: .*robots\.txt/,
  ),
  'robots.txt of one line without an end': withRobots(
    `User-agent: *\nDisallow: /${'x'.repeat(4e6)}`,
  ),
  'robots.txt of 4 MB of empty lines': withRobots('\r\n'.repeat(2e6)),
  'robots.txt of 20 MB': withRobots(`User-agent: *\nDisallow: /x\n${'#\n'.repeat(10e6)}`, /^ready/),
  'robots.txt packed 1:1000': withRobots(robotsBomb, /^ready/, { 'Content-Encoding': 'gzip' }),
  'robots.txt of percent signs': withRobots(
    `User-agent: *\nDisallow: /${'%41%zz%'.repeat(60_000)}`,
  ),
  'robots.txt without an end': {
    expected: /^failed: The website .* could not be reached/,
    answer: drip('text/plain'),
  },
  'a sitemap of 30,000 addresses': withSitemap(
    sitemap(30_000, (n) => `/${n}/${'a'.repeat(100)}`),
    manyRules(900, (n) => `Disallow: /*a*a*${n}b`),
  ),
  'a sitemap of long addresses': withSitemap(
    sitemap(2400, (n) => `/${n}/${'a'.repeat(1900)}`),
    manyRules(900, (n) => `Disallow: /*a*a*${n}b`),
  ),
  'a sitemap with entities': withSitemap(
    () =>
      `<!DOCTYPE x [${Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]><urlset><url><loc>&e20;</loc></url></urlset>`,
  ),
  'a sitemap of beginnings': withSitemap(() => `<urlset>${'<loc>'.repeat(900_000)}`),
  'a sitemap index that names itself': withSitemap(
    (origin) =>
      `<sitemapindex>${`<sitemap><loc>${origin}/</loc></sitemap>`.repeat(20_000)}</sitemapindex>`,
  ),
  'links with hundreds of tracking parameters': withPage(
    'text/html',
    html(paragraph + links(2000, (n) => `/${n}?${'utm_a=1&'.repeat(235)}`)),
    /^ready/,
  ),
  'links with hundreds of parameters': withPage(
    'text/html',
    html(paragraph + links(2000, (n) => `/${n}?${'a&'.repeat(950)}`)),
    /^ready/,
  ),
  '100,000 links': withPage(
    'text/html',
    html(paragraph + links(100_000, (n) => `/${n}`)),
    /^ready/,
  ),
  '20,000 nested elements': withPage('text/html', html('<div>'.repeat(20_000)), /^(ready|failed)/),
  '1,000 nested elements': withPage(
    'text/html',
    html(`${'<div>'.repeat(1000)}${paragraph}`),
    /^(ready|failed)/,
  ),
  'a million elements': withPage(
    'text/html',
    html(paragraph + '<b>'.repeat(1_000_000)),
    /^(ready|failed)/,
  ),
  '500,000 attributes': withPage(
    'text/html',
    html(`${paragraph}<a ${Array.from({ length: 500_000 }, (_, n) => `a${n}`).join(' ')}>x</a>`),
    /^(ready|failed)/,
  ),
  '5 MB of text': withPage(
    'text/html',
    html('<p>The pool is open, from nine, to five.</p>'.repeat(110_000)),
    /^(ready|failed)/,
  ),
  'links of a sign that needs nine': withPage(
    'text/html',
    html(paragraph + links(2000, () => `/${'💥'.repeat(150)}`)),
    /^ready/,
  ),
  'a base address of 1 MB': withPage(
    'text/html',
    `<html><head><base href="/${'a/'.repeat(500_000)}"></head><body>${paragraph}${links(2000, (n) => `${n}`)}</body></html>`,
    /^ready/,
  ),
  'a title of 4 MB': withPage(
    'text/html',
    `<html><head><title>${'word '.repeat(800_000)}</title></head><body>${paragraph}</body></html>`,
    /^ready/,
  ),
  'a heading of 4 MB': withPage(
    'text/html',
    html(`${paragraph}<h1>${'word '.repeat(800_000)}</h1>${paragraph}`),
    /^ready/,
  ),
  'a page of 200 MB, packed': withPage('text/html', bomb, /^failed: The page is larger than 5 MB/, {
    'Content-Encoding': 'gzip',
  }),
  'a packed page without content': withPage(
    'text/html',
    Buffer.concat(Array(400_000).fill(gzipSync(''))),
    /^failed: The page is larger than 5 MB/,
    { 'Content-Encoding': 'gzip' },
  ),
  'a page with a broken stream of gzip': withPage(
    'text/html',
    Buffer.concat([bomb.subarray(0, 1000), Buffer.alloc(5000, 7)]),
    /^failed/,
    { 'Content-Encoding': 'gzip' },
  ),
  'a page with an encoding that was not asked for': withPage('text/html', bomb, /^failed/, {
    'Content-Encoding': 'br',
  }),
  'an unknown charset': withPage('text/html; charset=nonsense', html(paragraph), /^ready/),
  'a charset of two bytes': withPage(
    'text/html; charset=utf-16le',
    Buffer.alloc(5_000_000, 0xd8),
    /^(ready|failed)/,
  ),
  'redirects without an end': {
    expected: /^failed: The address redirects too often/,
    answer({ path }, response) {
      if (path === '/robots.txt') return response.writeHead(404).end()
      return response.writeHead(302, { Location: `${path}x` }).end()
    },
  },
  'a redirect to a long address': {
    expected: /^failed/,
    answer({ path }, response) {
      if (path === '/robots.txt') return response.writeHead(404).end()
      return response.writeHead(302, { Location: `/${'x'.repeat(15_000)}` }).end()
    },
  },
  'headers of 1 MB': {
    expected: /^failed/,
    answer({ path }, response) {
      if (path === '/robots.txt') return response.writeHead(404).end()
      return response.writeHead(200, { 'X-Large': 'x'.repeat(1_000_000) }).end()
    },
  },
  'an ETag of 15 KB': withPage('text/html', html(paragraph), /^ready/, {
    ETag: `"${'x'.repeat(15_000)}"`,
  }),
  'a page without an end': {
    expected: /^failed: The website did not answer within/,
    answer(request, response, origin) {
      if (request.path === '/robots.txt') return response.writeHead(404).end()
      return drip('text/html')(request, response, origin)
    },
  },
}
