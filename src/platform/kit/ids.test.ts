import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { decodeTime } from 'ulid'
import { lowestId, madeAt, newApiKeyText, newId, newShortId, sha256Hex } from './ids.ts'

const now = Date.parse('2026-01-31T12:00:00.123Z')

const many = <T>(make: () => T, count = 2000): T[] => Array.from({ length: count }, make)

test('an id is a prefix and a ULID of the instant', () => {
  const id = newId('qpr', now)
  assert.match(id, /^qpr_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  assert.equal(decodeTime(id.slice('qpr_'.length)), now)
})

test('ids of one millisecond sort in the order of their creation', () => {
  const ids = many(() => newId('qpr', now))
  assert.deepEqual(ids, [...ids].sort())
  assert.equal(new Set(ids).size, ids.length)
})

test('ids keep their order when the clock goes back by up to a second', () => {
  const later = newId('qpr', now + 1000)
  assert.ok(newId('qpr', now) > later)
})

test('an id carries the right time after the clock was set back by more than a second', () => {
  newId('qpr', now + 3_600_000)
  assert.equal(madeAt(newId('qpr', now)), now)
})

test('an id contains its creation time, and is above the lowest id of that instant', () => {
  const later = now + 60_000
  const id = newId('evt', later)
  assert.equal(madeAt(id), later)
  assert.ok(id > lowestId('evt', later))
  assert.ok(id < lowestId('evt', later + 1))
  assert.match(lowestId('evt', -1), /^evt_0{26}$/)
})

test('a short id has 8 characters of lower-case Crockford base 32, and all of them occur', () => {
  const ids = many(newShortId)
  for (const id of ids) assert.match(id, /^[0-9a-hjkmnp-tv-z]{8}$/)
  assert.equal(new Set(ids.join('')).size, 32)
  assert.equal(new Set(ids).size, ids.length)
})

test('a key value is qpr_sk_, 32 base-62 characters and a checksum of 6', () => {
  const texts = many(newApiKeyText, 500)
  for (const text of texts) assert.match(text, /^qpr_sk_[0-9A-Za-z]{38}$/)
  assert.equal(new Set(texts).size, texts.length)
  assert.equal(new Set(texts.map((text) => text.slice(7)).join('')).size, 62)
})

test('the checksum of a key is derived from its other characters', () => {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  for (const text of many(newApiKeyText, 50)) {
    const body = text.slice('qpr_sk_'.length, -6)
    const digest = createHash('sha256').update(body).digest()
    const checksum = [...digest.subarray(0, 6)].map((byte) => base62[byte % 62]).join('')
    assert.equal(text.slice(-6), checksum)
  }
})

test('all characters of a key are equally likely', () => {
  const counts = new Map<string, number>()
  const bodies = many(newApiKeyText).map((text) => text.slice(7, 39))
  for (const character of bodies.join('')) {
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  // 64,000 characters, about 1,032 of each; a byte modulo 62 would give eight of them 1,250.
  for (const [character, count] of counts) {
    assert.ok(count > 850 && count < 1215, `${character}: ${count}`)
  }
})

test('a hash is SHA-256 in hexadecimal, for text and bytes', () => {
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.equal(sha256Hex('abc'), hash)
  assert.equal(sha256Hex(Buffer.from('abc')), hash)
})
