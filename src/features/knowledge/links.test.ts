// Which addresses are read, and why a page is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../platform/context.ts'
import { linksOn, normalized } from '../reading/links.ts'
import { problemOf, refusalOf } from './fetching.ts'
import { requireUrl } from './sources.create.ts'

const base = new URL('https://example.com/help/')
const linksOf = (links: string[], maximum = 100) => linksOn('example.com', base, links, maximum)

test('an address has no fragment and no parameters that only track a visitor', () => {
  const cases: [given: string, shown: string][] = [
    ['/a?b=1&c=2#top', '/a?b=1&c=2'],
    ['/a?utm_source=x&b=1&fbclid=2&gclid=3&mc_cid=4&mc_eid=5', '/a?b=1'],
    ['/a?utm_campaign=x', '/a'],
    ['/a?utm=1&my_gclid=2&mc_xid=3', '/a?utm=1&my_gclid=2&mc_xid=3'],
    // Without a parameter that is left out, the address stays as it is written.
    ['/a?q=%20x+y', '/a?q=%20x+y'],
  ]
  for (const [given, shown] of cases) {
    const url = new URL(given, base)
    assert.equal(normalized(url).href, `https://example.com${shown}`)
    assert.equal(url.href, `https://example.com${given}`)
  }
})

test('links lead to pages of the same host, each once', () => {
  const links: [link: string, href: string | null][] = [
    ['spa', 'https://example.com/help/spa'],
    ['/bar#top', 'https://example.com/bar'],
    ['/bar?utm_source=x', 'https://example.com/bar'],
    ['http://example.com/plain', 'http://example.com/plain'],
    ['//example.com/same', 'https://example.com/same'],
    ['https://www.example.com/', null],
    ['https://example.com:8443/', null],
    ['mailto:a@example.com', null],
    ['javascript:void(0)', null],
    ['ftp://example.com/a', null],
    ['http://', null],
    ['https://user@example.com/', null],
    ['https://:password@example.com/', null],
    ...['png', 'JPG', 'jpeg', 'css', 'mjs', 'zip', 'mp4', 'woff2', 'docx', 'xls'].map(
      (ending): [string, null] => [`/file.${ending}`, null],
    ),
    ['/manual.pdf', 'https://example.com/manual.pdf'],
    ['/png', 'https://example.com/png'],
    ['/a.png/b', 'https://example.com/a.png/b'],
    ['/a?b=c.png', 'https://example.com/a?b=c.png'],
  ]
  for (const [link, href] of links) assert.deepEqual(linksOf([link]), href ? [href] : [], link)
  assert.deepEqual(linksOf(['/a', '/a#b', '/b', '/a']), [
    'https://example.com/a',
    'https://example.com/b',
  ])
})

test('links are limited in their number, their length and their total length', () => {
  assert.equal(linksOf(['/a', '/a', '/b', '/c'], 2).length, 2)
  const origin = 'https://example.com/'
  const long = (length: number) => `${origin}${'x'.repeat(length - origin.length)}`
  assert.deepEqual(linksOf([long(2000), long(2001), '/a']), [long(2000), `${origin}a`])
  // A short link can become a long address.
  assert.deepEqual(linksOf([`/${'ü'.repeat(400)}`]), [])
  const many = Array.from({ length: 300 }, (_, at) => `${long(1990)}${1000 + at}`)
  assert.equal(linksOf(many, 1000).length, Math.floor((512 * 1024) / 1994))
  // A link that comes again counts once.
  assert.equal(linksOf([...Array(300).fill(long(2000)), '/a']).length, 2)
})

const sentenceOf = (status: number, path = '/a', start = '/a') => {
  const refusal = refusalOf(new URL(start, base), new URL(path, base), status)
  return refusal && `${refusal.cause}: ${refusal.reason}`
}

test('the status of a response decides whether its page is used, kept or gone', () => {
  const signIn = (status: number) =>
    `broken: The address needs a sign-in (status ${status}). Only public pages can be read.`
  const gone = (status: number) => `gone: There is no page at this address (status ${status}).`
  const broken = (status: number) =>
    `broken: The website answered with status ${status}. Try again later.`
  const expected: Record<number, string | null> = {
    199: broken(199),
    200: null,
    299: null,
    300: broken(300),
    400: broken(400),
    401: signIn(401),
    403: signIn(403),
    404: gone(404),
    410: gone(410),
    429: broken(429),
    500: broken(500),
  }
  for (const [status, sentence] of Object.entries(expected)) {
    assert.equal(sentenceOf(Number(status)), sentence)
  }
})

test('a redirect to a page for signing in is no page', () => {
  const needed = 'broken: The address needs a sign-in (status 200). Only public pages can be read.'
  for (const path of [
    '/login',
    '/log-in',
    '/user/sign-in/',
    '/sso.php',
    '/oauth2/start',
    '/a-login',
  ]) {
    assert.equal(sentenceOf(200, path), needed, path)
    // The owner has entered it, so it is the page.
    assert.equal(sentenceOf(200, path, path), null, path)
    assert.equal(sentenceOf(200, `${path}?next`, path), null, path)
  }
  for (const path of ['/logins', '/blogin', '/design-inspiration', '/a?login']) {
    assert.equal(sentenceOf(200, path, '/b'), null, path)
  }
})

test('an error of the connection becomes a sentence that names its cause', () => {
  const url = new URL('https://hotel.example/a')
  const of = (code: string | undefined, message = 'x', timedOutMs: number | null = null) => {
    const { cause, reason } = problemOf(
      Object.assign(new Error(message), { code }),
      url,
      timedOutMs,
    )
    return `${cause}: ${reason}`
  }
  const sentences: [found: string, sentence: string][] = [
    [of('ENOTFOUND', 'x', 10_000), 'broken: The website did not answer within 10 seconds.'],
    [of(undefined, 'private targets are not allowed'), 'gone: private targets are not allowed'],
    [
      of('X', 'private targets are not allowed'),
      'broken: The website hotel.example could not be reached.',
    ],
    [of('ERR_BUFFER_TOO_LARGE'), 'broken: The page is larger than 5 MB.'],
    ...['ERR_ENCODING', 'Z_DATA_ERROR'].map((code): [string, string] => [
      of(code),
      'broken: The website answered with a compression that cannot be read.',
    ]),
    ...['ENOTFOUND', 'ENODATA', 'ESERVFAIL'].map((code): [string, string] => [
      of(code),
      'broken: The host hotel.example was not found.',
    ]),
    ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map(
      (code): [string, string] => [
        of(code),
        'broken: The certificate of hotel.example is not valid.',
      ],
    ),
    [of('ECONNREFUSED'), 'broken: The website hotel.example could not be reached.'],
    [of(undefined), 'broken: The website hotel.example could not be reached.'],
  ]
  for (const [found, sentence] of sentences) assert.equal(found, sentence)
})

test('an address that an owner enters is a public one, without credentials and fragment', async () => {
  const asked: unknown[] = []
  const guard = {
    refusal: async ({ hostname }: URL, owner: string) => {
      asked.push([hostname, owner])
      return hostname === 'inside' ? 'private targets are not allowed' : null
    },
  }
  const context = { service: { readers: { guard } } } as unknown as Context
  const check = (text: string) => requireUrl(context, text, 'org_1')
  assert.equal((await check(' https://Example.com/a?b#c \n')).href, 'https://example.com/a?b')
  assert.equal((await check('http://example.com')).href, 'http://example.com/')
  assert.deepEqual(asked, [
    ['example.com', 'org_1'],
    ['example.com', 'org_1'],
  ])
  const refusals: [text: string, message: string][] = [
    ['example.com', 'url must be an http or https address, such as https://example.com/help.'],
    [
      'ftp://example.com',
      'url must be an http or https address, such as https://example.com/help.',
    ],
    ['http://user@example.com', 'url must not contain a user name or password.'],
    ['http://:word@example.com', 'url must not contain a user name or password.'],
    ['http://inside/', 'private targets are not allowed'],
  ]
  for (const [text, message] of refusals) {
    await assert.rejects(check(text), (error: Error & { status?: number }) => {
      assert.deepEqual([error.status, error.message.includes(message)], [422, true], error.message)
      return true
    })
  }
})
