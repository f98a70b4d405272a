import assert from 'node:assert/strict'
import type { Answer, ProblemBody } from '../service/client.ts'

/** 422 that names the field for programs and for people. */
export const assertInvalid = ({ status, body }: Answer<ProblemBody>, field: string) => {
  assert.equal(status, 422, body?.detail)
  assert.equal(body.code, 'invalid_input')
  const fields = body.errors?.map(({ pointer }) => pointer.split('/')[1])
  assert.deepEqual(new Set(fields), new Set([field]))
  assert.match(body.detail, new RegExp(`^${field}\\b`))
}

/** A problem of this status and code. */
export const assertRefused = (
  answer: Answer<ProblemBody>,
  expected: { status: number; code: string },
) => {
  const { status, code } = answer.body
  assert.deepEqual({ status, code }, expected, answer.text)
  assert.equal(answer.status, status)
}

const nested = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`

/** JSON texts that would break a recursive walk. */
export const deepObject = nested('{"a":', '}')
export const deepArray = nested('[', ']')

/**
 * Values that no text field accepts, as JSON text, which can express more than a JavaScript value.
 */
export const badTexts = (longest: number): Record<string, string> => ({
  null: 'null',
  'a number': '1',
  'a boolean': 'true',
  'a list': '["a"]',
  'an object': '{}',
  empty: '""',
  blank: '" \\t\\n\\u00a0"',
  'one character too long': JSON.stringify('a'.repeat(longest + 1)),
  'one emoji too long': JSON.stringify('🏨'.repeat(longest + 1)),
  'a NUL': '"a\\u0000b"',
  'a lone high surrogate': '"a\\ud800"',
  'a lone low surrogate': '"\\udc00b"',
  'nested 10,000 deep': deepObject,
})

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))

/** Metadata of exactly this many bytes as JSON. */
const bytes = (size: number) => JSON.stringify({ k: 'x'.repeat(size - '{"k":""}'.length) })

export const badMetadata: Record<string, string> = {
  null: 'null',
  'a text': '"a"',
  'a number': '1',
  'a list': '[]',
  '51 keys': JSON.stringify(keys(51)),
  'over 16 KB': bytes(16 * 1024 + 1),
  'over 16 KB of two-byte letters': JSON.stringify({ k: 'ä'.repeat(8 * 1024) }),
  'the key __proto__': '{"__proto__":{"admin":true}}',
  'a nested __proto__': '{"a":{"__proto__":1}}',
  'a __proto__ within a list': '{"a":[{"__proto__":1}]}',
  'an escaped __proto__': '{"a":{"__pr\\u006fto__":1}}',
  'a NUL': '{"a":"\\u0000"}',
  'a NUL in a key': '{"\\u0000":1}',
  'a nested NUL': '{"a":[{"b":"\\u0000"}]}',
  'a lone surrogate': '{"a":"\\ud800"}',
  'a lone surrogate in a key': '{"a":{"\\udc00":1}}',
  'a number out of range': '{"a":1e400}',
  'objects nested 10,000 deep': deepObject,
  'lists nested 10,000 deep': `{"a":${deepArray}}`,
}

/** The largest accepted value. */
export const largestMetadata: Record<string, string> = {
  '50 keys': JSON.stringify(keys(50)),
  '16 KB': bytes(16 * 1024),
}

/** A JSON object with one field as JSON text, the others as values. */
export const bodyWith = (field: string, value: string, others: Record<string, unknown> = {}) => {
  const { [field]: _, ...rest } = others
  const fields = Object.entries(rest).map(([name, it]) => [
    JSON.stringify(name),
    JSON.stringify(it),
  ])
  return `{${[...fields, [JSON.stringify(field), value]].map((pair) => pair.join(':')).join(',')}}`
}
