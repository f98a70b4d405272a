import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256Hex } from '../../kit/ids.ts'
import { Problem } from '../problem.ts'
import { openPage } from './cursor.ts'

/** A cursor whose checksum is right, for any bytes. */
const forged = (list: string, filter: unknown[], bytes: string | Buffer) => {
  const text = Buffer.from(bytes).toString('base64url')
  const sum = sha256Hex(`${JSON.stringify([list, filter])} ${text}`).slice(0, 16)
  return `${text}.${sum}`
}

const open = (cursor: string, like: (string | number)[]) =>
  openPage({ list: 'things', filter: ['org_1'], like }, { cursor, limit: 2 }).after

const hostile: [why: string, bytes: string | Buffer][] = [
  ['no JSON', 'x'],
  ['an incomplete list', '['],
  ['no text', Buffer.from([0xff, 0xfe])],
  ['null', 'null'],
  ['an object', '{"length":2}'],
  ['a text', '"ab"'],
  ['too few parts', '[1]'],
  ['too many parts', '[1,"a",2]'],
  ['null parts', '[null,null]'],
  ['parts of other types', '["1",1]'],
  ['nested parts', '[[1],["a"]]'],
  ['an object as a part', '[{"valueOf":1},"a"]'],
  ['an infinite number', '[1e999,"a"]'],
  ['a huge number', '[1e300,"a"]'],
  ['a fraction', '[0.5,"a"]'],
  ['an unsafe integer', '[9007199254740993,"a"]'],
  ['a NUL', '[1,"a\\u0000b"]'],
  ['half a character', '[1,"\\ud800"]'],
  ['deep nesting', '['.repeat(1000)],
]

for (const [why, bytes] of hostile) {
  test(`a cursor with a right checksum is refused when it is ${why}`, () => {
    const cursor = forged('things', ['org_1'], bytes)
    assert.throws(
      () => open(cursor, [0, '']),
      (error) => error instanceof Problem && error.status === 422,
    )
  })
}

test('a cursor is accepted only by its list and filter', () => {
  const place = JSON.stringify([7, 'a'])
  assert.deepEqual(open(forged('things', ['org_1'], place), [0, '']), [7, 'a'])
  for (const other of [
    forged('others', ['org_1'], place),
    forged('things', ['org_2'], place),
    `${forged('things', ['org_1'], place)}.`,
  ]) {
    assert.throws(() => open(other, [0, '']), Problem)
  }
})
