import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from './large-body.thread.ts'

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([name, field]) => [name, shuffled(field)]))
}

test('the canonical text parses to the value, and does not depend on white space and the order of fields', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value))
      const text = canonicalJson(JSON.stringify(plain)) ?? ''
      assert.deepEqual(JSON.parse(text), plain)
      assert.equal(canonicalJson(JSON.stringify(shuffled(plain), null, 2)), text)
    }),
  )
})

test('fields that look like numbers or prototypes have one order too', () => {
  const one = '{"b":1,"10":{"__proto__":{"z":1,"y":2}},"9":[{"d":1,"c":2}]}'
  const other = '{"9":[{"c":2,"d":1}],"b":1,"10":{"__proto__":{"y":2,"z":1}}}'
  assert.equal(canonicalJson(one), canonicalJson(other))
  assert.ok(canonicalJson(one)?.includes('"__proto__":{"y":2,"z":1}'))
})

test('values that differ have different texts', () => {
  const values = ['"1"', '1', '[1]', '{"1":1}', 'null', '[]', '{}', '[[]]', '[null]', '[1,1]']
  assert.equal(new Set(values.map(canonicalJson)).size, values.length)
  assert.notEqual(canonicalJson('{"a":1,"b":2}'), canonicalJson('{"a":2,"b":1}'))
  assert.notEqual(canonicalJson('[1,2]'), canonicalJson('[2,1]'))
})

test('a value that is nested too deeply has no canonical text', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.equal(canonicalJson(nested(1000)), nested(1000))
  assert.equal(canonicalJson(nested(1001)), null)
  assert.equal(canonicalJson(nested(131_000)), null)
})
