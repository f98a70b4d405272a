import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayHaveArrived, newlyWaiting, pollMs, waitingFirst } from './src/api/handling.ts'

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

test('the Studio looks rarely where nobody can wait, and in a hidden tab', () => {
  assert.equal(pollMs(true, false), 10_000)
  for (const [isUsed, isHidden] of [
    [true, true],
    [false, false],
    [false, true],
  ] as const) {
    assert.equal(pollMs(isUsed, isHidden), 30_000)
  }
})

test('only a message that the service refused gets a new key', () => {
  const arrived = [
    { status: 0, code: 'no_answer' },
    { status: 502, code: 'status_502' },
    { status: 409, code: 'idempotency_key_in_flight' },
  ]
  const refused = [
    { status: 409, code: 'not_taken' },
    { status: 410, code: 'conversation_ended' },
    { status: 429, code: 'rate_limited' },
  ]
  assert.ok(arrived.every(mayHaveArrived))
  assert.ok(!refused.some(mayHaveArrived))
})
