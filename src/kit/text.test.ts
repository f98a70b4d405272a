import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, foldForSearch, isEmail, isText, slugify } from './text.ts'

test('text is whatever a person can read, in any language', () => {
  for (const text of ['a', ' a ', 'Zoë', '東京', '🏨', 'a\nb\tc', '\u200b', '0', '<b>']) {
    assert.ok(isText(text), JSON.stringify(text))
  }
})

test('white space alone, a NUL or a lone surrogate is no text', () => {
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

test('folding makes texts alike that differ in case or in form', () => {
  assert.equal(fold('Ana@Example.COM'), 'ana@example.com')
  assert.equal(fold('ZOË'), fold('Zoe\u0308'))
  assert.equal(fold('ＡＢＣ'), 'abc')
  assert.notEqual(fold('Zoe'), fold('Zoë'))
})

test('folding for a search makes texts alike that differ in accents, not in letters', () => {
  assert.equal(foldForSearch('FRÜHSTÜCK'), 'fruhstuck')
  assert.equal(foldForSearch('Große Straße'), foldForSearch('GROSSE STRASSE'))
  assert.equal(foldForSearch('İzmir'), 'izmir')
  assert.equal(foldForSearch('Ёлка'), 'елка')
  assert.equal(foldForSearch('한국'), '한국')
  assert.notEqual(foldForSearch('が'), foldForSearch('か'))
  assert.notEqual(foldForSearch('की'), foldForSearch('क'))
})

test('a slug is made of what the name says', () => {
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

test('a slug is never longer than 63, and never ends in a dash', () => {
  assert.equal(slugify('a'.repeat(100)), 'a'.repeat(63))
  assert.equal(slugify(`${'a'.repeat(62)} b`), 'a'.repeat(62))
})

test('an address that can get a mail is one', () => {
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

test('what cannot get a mail, or could smuggle something into one, is no address', () => {
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
