import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { outlineOf, textOf } from './outline.ts'

/** The outline, parsed part by part. */
const assembled = (bytes: Buffer): unknown => {
  const outline = outlineOf(bytes, 1_000_000)
  if (typeof outline === 'string') return outline
  const entries = outline.members.map(({ name, range, items }) => [
    name,
    items
      ? items.ranges.map((item) => JSON.parse(textOf(bytes, item)))
      : JSON.parse(textOf(bytes, range)),
  ])
  return Object.fromEntries(entries)
}

test('the parts of an outline are the parts of the object', () => {
  const names = fc.string().filter((name) => name !== '__proto__')
  const object = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())))
  const spaces = fc.constantFrom(undefined, 1, '\t')
  fc.assert(
    fc.property(object, spaces, (value, space) => {
      const json = JSON.stringify(value, null, space)
      assert.deepEqual(assembled(Buffer.from(json)), JSON.parse(json))
    }),
  )
})

test('text that is not a JSON object is refused, or one of its parts is not JSON', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value))
  const broken = fc
    .tuple(object, fc.nat(), fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '0'))
    .map(([json, at, text]) => {
      const place = at % json.length
      return json.slice(0, place) + text + json.slice(place + 1)
    })
  fc.assert(
    fc.property(broken, (text) => {
      let parsed: unknown = 'no JSON'
      try {
        parsed = JSON.parse(text)
      } catch {}
      let found: unknown
      try {
        found = assembled(Buffer.from(text))
      } catch {
        found = 'no JSON'
      }
      const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      if (isObject && !text.includes('__proto__')) assert.deepEqual(found, parsed)
      else if (!isObject) assert.equal(typeof found, 'string')
    }),
    { numRuns: 2000 },
  )
})

test('for eight million items only the first ranges are kept, and all items are counted', () => {
  const bytes = Buffer.from(`{"codes":[${'0,'.repeat(8_000_000)}0]}`)
  const before = process.memoryUsage().rss
  const outline = outlineOf(bytes, 500)
  assert.ok(typeof outline === 'object')
  assert.equal(outline.members[0]?.items?.count, 8_000_001)
  assert.equal(outline.members[0]?.items?.ranges.length, 500)
  assert.ok(process.memoryUsage().rss - before < 32 * 1024 * 1024)
})
