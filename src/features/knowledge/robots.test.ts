import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allows,
  maxRobotsBytes,
  maxRules,
  parseRobots,
  parseRules,
} from '../reading/robots.rules.ts'

const origin = 'https://example.com'
const allowsPath = (file: string, path: string) => allows(parseRules(file), new URL(path, origin))

/** The paths of a file that is given as rules for everyone. */
const check = (rules: string[], { yes = [], no = [] }: { yes?: string[]; no?: string[] }) => {
  const file = ['User-agent: *', ...rules].join('\n')
  for (const path of yes) assert.ok(allowsPath(file, path), `${rules.join(', ')} allows ${path}`)
  for (const path of no) assert.ok(!allowsPath(file, path), `${rules.join(', ')} forbids ${path}`)
}

test('the longest rule that matches decides, and Allow of two with the same length', () => {
  check([], { yes: ['/', '/a'] })
  check(['Disallow:'], { yes: ['/', '/a'] })
  check(['Disallow: /'], { no: ['/', '/a?b=c'] })
  check(['Disallow: /private'], {
    yes: ['/', '/priv'],
    no: ['/private', '/private/a', '/private2'],
  })
  check(['Disallow: /a', 'Allow: /a/b'], { yes: ['/a/b', '/a/bc'], no: ['/a', '/a/c'] })
  check(['Allow: /a', 'Disallow: /a'], { yes: ['/a'] })
  check(['Disallow: /a', 'Allow: /a'], { yes: ['/a'] })
  check(['Allow: /page', 'Disallow: /*.htm'], { yes: ['/page'], no: ['/page.htm'] })
  check(['Disallow: private'], { yes: ['/'], no: ['/private'] })
})

test('a wildcard matches any text, and a dollar sign the end of the address', () => {
  check(['Disallow: /*.pdf$'], { yes: ['/a.pdf?b', '/a.pdfs'], no: ['/a.pdf', '/b/a.pdf.pdf'] })
  check(['Disallow: /fish*'], { yes: ['/Fish', '/a/fish'], no: ['/fish', '/fishes'] })
  check(['Disallow: *private'], { yes: ['/'], no: ['/private', '/a/private/b'] })
  check(['Disallow: /a*b*a$'], { yes: ['/aba/', '/aa'], no: ['/aba', '/abba', '/a/b/a'] })
  check(['Disallow: /a*a$'], { yes: ['/a'], no: ['/aa', '/aba'] })
  check(['Disallow: /*?*sort='], { yes: ['/a', '/a?b'], no: ['/a?sort=1', '/a?b&sort=1'] })
  check(['Disallow: /$'], { yes: ['/a', '/?a'], no: ['/'] })
  check(['Disallow: /a$b'], { yes: ['/a'], no: ['/a$b', '/a$bc'] })
  check([`Disallow: /${'*'.repeat(100_000)}b$`], { yes: ['/a'], no: ['/ab'] })
})

test('an address and a rule are compared in the same notation', () => {
  check(['Disallow: /ü'], { no: ['/ü', '/%C3%BC', '/%c3%bc/a'] })
  check(['Disallow: /%c3%bc'], { no: ['/ü'] })
  check(['Disallow: /%7Eme'], { no: ['/~me', '/%7eme'] })
  check(['Disallow: /a%2Fb'], { yes: ['/a/b'], no: ['/a%2fb'] })
  check(['Disallow: /a%2Ab', 'Disallow: /c%24'], { yes: ['/axb', '/c'], no: ['/a*b', '/c$'] })
  check(['Disallow: /a b', "Disallow: /?q='"], { no: ['/a%20b', "/?q='a"] })
  check(['Disallow: /100%'], { no: ['/100%'] })
})

test('the group that names the agent decides, and the group for all only without one', () => {
  const file = (...lines: string[]) => lines.join('\n')
  const all = ['User-agent: *', 'Disallow: /all']
  const own = ['User-agent: qpr-KNOWLEDGE/2.0', 'Disallow: /own']
  for (const text of [file(...all, ...own), file(...own, ...all), file(...own, '', ...all)]) {
    assert.ok(allowsPath(text, '/all'))
    assert.ok(!allowsPath(text, '/own'))
  }
  assert.ok(!allowsPath(file(...all, 'User-agent: QPR', 'Disallow: /own'), '/all'))
  // Several agents of a group, and several groups of an agent.
  const shared = file('User-agent: a', 'User-agent: QPR-Knowledge', 'User-agent: b', 'Disallow: /x')
  assert.ok(!allowsPath(shared, '/x'))
  const twice = file(...own, 'User-agent: other', 'Disallow: /', ...own, 'Disallow: /more')
  assert.deepEqual(
    ['/own', '/more', '/else'].map((path) => allowsPath(twice, path)),
    [false, false, true],
  )
  assert.ok(allowsPath(file(...all, 'User-agent: QPR-Knowledge', 'Disallow:'), '/all'))
  // A line of another kind does not end the list of agents.
  const delayed = file('User-agent: *', 'Sitemap: /a', 'User-agent: a', 'Disallow: /x')
  assert.ok(!allowsPath(delayed, '/x'))
  assert.ok(allowsPath('Disallow: /x', '/x'))
})

test('a file is read with any line break, comments, blanks and a mark of its encoding', () => {
  for (const lineBreak of ['\n', '\r\n', '\r', '\n\n']) {
    const text = ['\uFEFFUSER-AGENT : *  # all', ' disallow\t:  /x  # why', 'nonsense', '#'].join(
      lineBreak,
    )
    const rules = parseRobots(Buffer.from(text))
    assert.deepEqual(
      ['/x', '/y'].map((path) => allows(rules, new URL(path, origin))),
      [false, true],
    )
  }
})

test('the line that the end of the read part cuts is ignored', () => {
  const head = 'User-agent: *\nDisallow: /\n'
  for (const lineBreak of ['\n', '\r']) {
    const start = `${head}${'#'.repeat(maxRobotsBytes - head.length - 'xAllow: /'.length)}${lineBreak}`
    const rules = parseRobots(Buffer.from(`${start}Allow: /`))
    assert.ok(!allows(rules, new URL('/x', origin)))
  }
})

test('a crawl delay is limited to 5 seconds', () => {
  const delayOf = (value: string) => parseRules(`User-agent: *\nCrawl-delay: ${value}`).waitSeconds
  assert.deepEqual(
    ['2', '0.5', '1000', '1e999', '-1', 'x', ''].map(delayOf),
    [2, 0.5, 5, 5, 0, 0, 0],
  )
})

test('a rule beyond the limits forbids more, and never allows more', () => {
  const long = 'x'.repeat(3000)
  check([`Disallow: /a${long}$`], { yes: ['/ax'], no: [`/a${long}`, `/a${long}y`] })
  check(['Disallow: /a', `Allow: /a${long}`], { no: ['/a', `/a${long}`] })
  check([`Disallow: /${'a*'.repeat(30)}b$`], { yes: ['/a'], no: [`/${'a'.repeat(30)}c`] })
  check(['Disallow: /', `Allow: /${'a*'.repeat(30)}`], { no: [`/${'a'.repeat(40)}`] })
  // Half a character at the end of a cut rule.
  for (const cut of ['%41', 'ü', '💥']) {
    for (let length = 1990; length < 2003; length++) {
      const path = `/${'x'.repeat(length)}`
      check([`Disallow: ${path}${cut}y`], { no: [`${path}${cut}y`] })
    }
  }
})

test('a file with too many rules allows nothing, and repeated rules count once', () => {
  const rulesOf = (count: number) =>
    Array.from({ length: count }, (_, n) => `Disallow: /${n}x`).join('\n')
  assert.ok(allowsPath(`User-agent: *\n${rulesOf(maxRules)}`, '/a'))
  assert.ok(!allowsPath(`User-agent: *\n${rulesOf(maxRules + 1)}`, '/a'))
  assert.ok(allowsPath(`User-agent: *\n${'Disallow: /x\n'.repeat(10 * maxRules)}`, '/a'))
  // Those of other agents do not count.
  assert.ok(allowsPath(`User-agent: a\n${rulesOf(5000)}\nUser-agent: *\nAllow: /`, '/a'))
})
