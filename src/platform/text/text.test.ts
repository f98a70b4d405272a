import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, foldForSearch, isText, naturalOrder, slugify } from './text.ts'

test('readable text in any language is accepted', () => {
  for (const text of ['a', ' a ', 'Zoë', '東京', '🏨', 'a\nb\tc', '\u200b', '0', '<b>']) {
    assert.ok(isText(text), JSON.stringify(text))
  }
})

test('white space alone, a NUL or a lone surrogate is refused', () => {
  for (const text of [
    '',
    ' ',
    '\n\t\u00a0\u2003\ufeff',
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00',
    '\ude00\ud83d',
  ]) {
    assert.ok(!isText(text), JSON.stringify(text))
  }
})

test('folding makes texts equal that differ in case or in form', () => {
  assert.equal(fold('ZOË'), fold('Zoe\u0308'))
  assert.equal(fold('ＡＢＣ'), 'abc')
  assert.notEqual(fold('Zoe'), fold('Zoë'))
})

test('numbers in names sort by their value, of any length', () => {
  const digits = (length: number) => `n ${'9'.repeat(length)}`
  const sorted = [
    'n 0',
    'n 1 b',
    'n 2 a 10',
    'n 2 a 100',
    'n 07',
    'n 10',
    'n 11',
    ...[3, 8, 9, 10, 17, 18, 19, 100].map(digits),
    'n a',
    'o',
  ]
  assert.deepEqual(sorted.map(naturalOrder), sorted.map(naturalOrder).sort())
  assert.equal(naturalOrder('table 007'), naturalOrder('table 7'))
  assert.equal(naturalOrder('no number'), 'no number')
})

test('folding for a search makes texts equal that differ in accents, not in letters', () => {
  assert.equal(foldForSearch('FRÜHSTÜCK'), 'fruhstuck')
  assert.equal(foldForSearch('Große Straße'), foldForSearch('GROSSE STRASSE'))
  assert.equal(foldForSearch('İzmir'), 'izmir')
  assert.equal(foldForSearch('Ёлка'), 'елка')
  assert.equal(foldForSearch('한국'), '한국')
  assert.notEqual(foldForSearch('が'), foldForSearch('か'))
  assert.notEqual(foldForSearch('की'), foldForSearch('क'))
})

test('a slug is derived from the name', () => {
  const slugs = {
    'Harbour Hotels': 'harbour-hotels',
    'Café Zoë & Söhne': 'cafe-zoe-sohne',
    'Straße 7': 'strasse-7',
    "Ana's  Bar — West!": 'anas-bar-west',
    'Ana’s organization': 'anas-organization',
    '--a--b--': 'a-b',
    ﬁrst: 'first',
  }
  for (const [name, slug] of Object.entries(slugs)) assert.equal(slugify(name), slug)
})

test('a name without usable characters has no slug', () => {
  for (const name of ['', '---', '東京', '🏨', '!?']) assert.equal(slugify(name), '')
})

test('a slug has at most 63 characters, and never ends in a dash', () => {
  assert.equal(slugify('a'.repeat(100)), 'a'.repeat(63))
  assert.equal(slugify(`${'a'.repeat(62)} b`), 'a'.repeat(62))
})
