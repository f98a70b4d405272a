import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickLanguage } from './text.ts'

const pick = (header: string | undefined) => pickLanguage(header, ['en', 'de'])

test('a requested and known language is chosen', () => {
  for (const header of ['de', 'DE', 'de-AT', 'fr, de', 'de;q=0.5, fr', ' de ; q=0.1']) {
    assert.equal(pick(header), 'de', header)
  }
})

test('the language with the higher weight is chosen, in any order', () => {
  assert.equal(pick('de;q=0.8, en;q=0.9'), 'en')
  assert.equal(pick('en;q=0.8, de'), 'de')
  assert.equal(pick('de, en'), 'de')
  assert.equal(pick('en, de'), 'en')
})

test('a language with weight zero is not chosen', () => {
  assert.equal(pick('de;q=0'), 'en')
})

test('without a known language the first one is chosen', () => {
  for (const header of [undefined, '', '*', 'fr', 'deu', 'den', ',;=', 'de;q=x']) {
    assert.equal(pick(header), 'en', header)
  }
})
