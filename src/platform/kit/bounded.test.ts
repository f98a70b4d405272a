import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheBytes, createBounded, remember, roughBytes } from './bounded.ts'

const budget = 100_000

test('a cache never exceeds its budget in bytes, for keys and values of any size', () => {
  const cache = createBounded<string>('pages', { bytes: budget })
  for (let count = 0; count < 2000; count++) {
    cache.set(`${count}${'k'.repeat((count * 7) % 3000)}`, 'v'.repeat((count * 13) % 4000))
    assert.ok(cache.bytes <= budget)
  }
  assert.ok(cache.bytes > budget / 2)
})

test('a full cache evicts the least recently used entries', () => {
  const cache = createBounded<string>('pages', { bytes: budget })
  for (let count = 0; count < 500; count++) {
    cache.set(`key ${count}`, 'v'.repeat(1000))
    assert.ok(count < 5 || cache.get('key 5') !== undefined)
  }
  assert.equal(cache.get('key 6'), undefined)
  assert.notEqual(cache.get('key 499'), undefined)
})

test('a value that would evict most others is not cached', () => {
  const cache = createBounded<string>('pages', { bytes: budget })
  cache.set('small', 'v')
  cache.set('large', 'v'.repeat(budget / 4))
  assert.equal(cache.get('large'), undefined)
  assert.equal(cache.get('small'), 'v')
})

test('a remembered function computes once for each text, even if the result is null', () => {
  let calls = 0
  const compute = remember('devices', { bytes: budget }, () => {
    calls += 1
    return null
  })
  assert.equal(compute('a'), null)
  assert.equal(compute('a'), null)
  assert.equal(calls, 1)
})

test('the metric adds up the caches of the same name', () => {
  const before = new Map(cacheBytes()).get('images') ?? 0
  const caches = [1, 2].map(() => createBounded<string>('images', { bytes: budget }))
  for (const cache of caches) cache.set('key', 'v'.repeat(1000))
  const [first, second] = caches.map(({ bytes }) => bytes)
  assert.equal((new Map(cacheBytes()).get('images') ?? 0) - before, Number(first) + Number(second))
})

test('the size of plain data counts its texts and buffers', () => {
  assert.ok(roughBytes([{ text: 'x'.repeat(1000), list: ['y'.repeat(500)] }]) >= 3000)
  assert.ok(roughBytes({ bytes: Buffer.alloc(5000) }) >= 5000)
})
