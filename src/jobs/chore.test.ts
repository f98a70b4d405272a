import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../storage/database.ts'
import { runStages, type Stage } from './chore.ts'

const stageWith = (rows: number): Stage => {
  let left = rows
  return async (_, most) => {
    const handled = Math.min(most, left)
    left -= handled
    return handled
  }
}

test('stages share one budget of rows, and a step that uses all of it is not the last', async () => {
  const tx = {} as Transaction
  const stages = [stageWith(3), stageWith(7)]
  const steps = [
    { rows: 5, isDone: false },
    { rows: 5, isDone: false },
    { rows: 0, isDone: true },
  ]
  for (const step of steps) assert.deepEqual(await runStages(tx, stages, 5), step)
  assert.deepEqual(await runStages(tx, [stageWith(3), stageWith(1)], 5), { rows: 4, isDone: true })
})
