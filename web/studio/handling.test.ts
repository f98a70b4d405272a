import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newlyWaiting, waitingFirst } from './src/api/handling.ts'

const at = (id: string, minute: number | null) => ({
  id,
  waiting_since: minute === null ? null : `2026-01-01T10:0${minute}:00.000Z`,
})
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('visitors who wait are the first rows of the first page, the longest wait first, each once', () => {
  const rows = [at('new', null), at('b', 2), at('old', null)]
  const waiting = [at('b', 2), at('a', 1)]
  assert.deepEqual(idsOf(waitingFirst(waiting, rows)), ['a', 'b', 'new', 'old'])
  assert.deepEqual(idsOf(waitingFirst(waiting, rows, 2)), ['new', 'old'])
  assert.deepEqual(idsOf(waitingFirst([], rows)), ['b', 'new', 'old'])
})

test('a visitor is news once for each wait, and not on the first look', () => {
  assert.deepEqual(newlyWaiting(null, [at('a', 1)]), [])
  assert.deepEqual(idsOf(newlyWaiting([], [at('a', 1)])), ['a'])
  assert.deepEqual(newlyWaiting([at('a', 1)], [at('a', 1)]), [])
  assert.deepEqual(idsOf(newlyWaiting([at('a', 1)], [at('a', 5), at('b', 1)])), ['a', 'b'])
  assert.deepEqual(newlyWaiting([at('a', 1)], []), [])
})
