import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emailKey, isEmail } from './email.ts'

test('a valid mail address is accepted', () => {
  const addresses = [
    'ana@example.com',
    'ana.maria+qpr@mail.example.co.uk',
    'owner@localhost',
    "o'brien@example.com",
    'zoë@exämple.de',
    `${'a'.repeat(64)}@example.com`,
  ]
  for (const address of addresses) assert.ok(isEmail(address), address)
})

test('an address that cannot get mail, or could inject a header, is refused', () => {
  const others = [
    '',
    'ana',
    '@example.com',
    'ana@',
    'ana@b@example.com',
    'ana example@example.com',
    'ana@example.com\r\nBcc: ben@example.com',
    'ana@example.com\0',
    'ana@example.com, ben@example.com',
    'Ana <ana@example.com>',
    '"ana"@example.com',
    'ana;ben@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a'.repeat(251)}`,
    'ana@example.com\ud800',
    'ana\u0085@example.com',
  ]
  for (const other of others) assert.ok(!isEmail(other), JSON.stringify(other))
})

const localPart = fc.stringMatching(/^[a-z0-9][a-z0-9.+_-]{0,20}$/)
const domain = fc.constantFrom('example.com', 'exämple.de', 'пример.рф', '例え.jp', '예시.kr')
const address = fc.tuple(localPart, domain).map((parts) => parts.join('@'))
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

/** Inserts a text into another, at any position. */
const inserted = (text: string, part: string, place: number) => {
  const at = place % (text.length + 1)
  return text.slice(0, at) + part + text.slice(at)
}

test('an address that NFKC would change is refused, at any position of the character', () => {
  const changing = anyCharacter.filter((it) => it.isWellFormed() && it.normalize('NFKC') !== it)
  const wellKnown = fc.constantFrom(
    ...'ａＡ＠．①ﬁª…／',
    '\u212a',
    '\u017f',
    '\u2102',
    '\u{1d41a}',
    'e\u0301',
    'A\u030a',
  )
  fc.assert(
    fc.property(address, fc.oneof(changing, wellKnown), fc.nat(), (it, part, place) => {
      assert.ok(!isEmail(inserted(it, part, place)))
    }),
    { numRuns: 500 },
  )
})

test('an address with an invisible character is refused, at any position', () => {
  const invisible = fc.constantFrom(
    ...['\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\u2060', '\u2066', '\ufeff', '\u00ad'],
    ...['\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180e', '\u3164', '\uffa0', '\ufe0f'],
    ...['\u2800', '\ufffc', '\u{e0041}', '\u{e0100}', '\u{1d173}', '\u0000', '\u007f', '\u0085'],
    ...['\u00a0', '\u2028', '\u3000', '\ue000', '\u{10fffd}', '\u{1d159}', ' ', '\t', '\n'],
  )
  fc.assert(
    fc.property(address, invisible, fc.nat(), (it, part, place) => {
      assert.ok(!isEmail(inserted(it, part, place)))
    }),
    { numRuns: 500 },
  )
})

test('a domain whose label mixes scripts is refused', () => {
  const letters = {
    latin: 'abcxyzäß',
    cyrillic: 'абвгдежрсху',
    greek: 'αβγδοικν',
    armenian: 'աբգօո',
    hebrew: 'אבגד',
    thai: 'กขคง',
    hangul: '한국어',
    kana: 'あいうカキ',
    cherokee: 'ᎠᎡᎢ',
  }
  const pairs = Object.entries(letters).flatMap(([one, some]) =>
    Object.entries(letters).flatMap(([other, others]) =>
      // Latin may be combined with Korean and with Japanese.
      one >= other || [one, other].some((it) => it === 'latin' && /hangul|kana/.test(one + other))
        ? []
        : [[some, others] as const],
    ),
  )
  const mixed = fc
    .constantFrom(...pairs)
    .chain(([some, others]) => fc.tuple(fc.constantFrom(...some), fc.constantFrom(...others)))
  fc.assert(
    fc.property(mixed, fc.constantFrom('', 'a.', 'www.'), ([one, other], prefix) => {
      for (const label of [one + other, `${other}-${one}`, `1${one}2${other}`]) {
        assert.ok(!isEmail(`ana@${prefix}${label}.example`), label)
      }
    }),
  )
})

test('a domain in one script, or in a usual combination, is accepted', () => {
  const domains = [
    ...['münchen.de', 'пример.рф', 'пример.com', 'παράδειγμα.gr', 'օրինակ.am', 'דוגמה.il'],
    ...['مثال.com', 'उदाहरण.भारत', 'ตัวอย่าง.ไทย', '例え.jp', 'ひらカタ漢字abc.jp', '한국abc.kr'],
    ...['漢字ㄅabc.tw', 'مثال123.com', 'a1-b2.example', 'localhost', 'xn--mnchen-3ya.de'],
  ]
  for (const it of domains) assert.ok(isEmail(`ana@${it}`), it)
})

test('an invalid domain, or one that looks like another, is refused', () => {
  const domains = [
    ...['раураl.com', 'аpple.com', 'gооgle.com', 'ｅxample.com', 'example。com', 'ex‐ample.com'],
    ...['४4.com', '😀.com', 'ᎠᎡ.com', 'xn--zzzz99999.com', 'xn--pple-43d.com', 'a..b', '.a', 'a.'],
    ...['1.2.3.4', '0x7f.1', '2130706433', `${'a'.repeat(64)}.com`, `${'ä'.repeat(60)}.com`],
  ]
  for (const it of domains) assert.ok(!isEmail(`ana@${it}`), it)
})

test('addresses that differ in case or in the notation of the domain are equal', () => {
  fc.assert(
    fc.property(address, (it) => {
      assert.equal(emailKey(it.toUpperCase().replace('ß', 'SS')), emailKey(it))
      const [local, host] = it.split('@')
      const ascii = new URL(`http://${host}`).hostname
      assert.equal(emailKey(`${local}@${ascii}`), emailKey(it))
      assert.match(emailKey(it), /@[a-z0-9.-]+$/)
    }),
  )
})

test('addresses that look alike are different', () => {
  const pairs = [
    ['ana@example.com', 'аna@example.com'],
    ['ana@example.com', 'ａna@example.com'],
    ['fi@example.com', 'ﬁ@example.com'],
    ['strasse@example.com', 'straße@example.com'],
    ['ana@fass.de', 'ana@faß.de'],
    ['zoe@example.com', 'zoë@example.com'],
    ['i@example.com', 'ı@example.com'],
    ['k@example.com', '\u212a\u0307@example.com'],
  ]
  for (const [a = '', b = ''] of pairs) assert.notEqual(emailKey(a), emailKey(b), `${a} ${b}`)
})

test('the key of a key is the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), domain, (local, host) => {
      const it = `${local}@${host}`
      if (isEmail(it)) assert.equal(emailKey(emailKey(it)), emailKey(it))
    }),
  )
})
