import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuesses } from './scan.pages.ts'

test('50 unknown short ids in a second are answered at once, and each further one after 100 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  const guesses = createGuesses({ now: () => now })
  const ended: number[] = []
  const guess = async (number: number) => {
    await guesses.pause()
    ended.push(number)
  }
  const first = Array.from({ length: 50 }, (_, at) => at + 1)
  await Promise.all(first.map(guess))
  assert.deepEqual(ended, first)
  const next = guess(51)
  t.mock.timers.tick(99)
  // A guess of the next second is answered before the one that waits.
  now = 1000
  await guess(52)
  assert.deepEqual(ended.slice(50), [52])
  t.mock.timers.tick(1)
  await next
  assert.deepEqual(ended.slice(50), [52, 51])
})
