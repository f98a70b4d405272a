import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../context.ts'
import { runStages, type Stage } from './handlers.ts'

const stageWith = (rows: number): Stage => {
  let left = rows
  return async (_, maxRows) => {
    const handled = Math.min(maxRows, left)
    left -= handled
    return handled
  }
}

test('stages share one budget of rows, and a step that uses all of it is not the last', async () => {
  const change = {} as Change<unknown>
  const stages = [stageWith(3), stageWith(7)]
  const steps = [
    { rows: 5, isDone: false },
    { rows: 5, isDone: false },
    { rows: 0, isDone: true },
  ]
  for (const step of steps) assert.deepEqual(await runStages(change, stages, 5), step)
  assert.deepEqual(await runStages(change, [stageWith(3), stageWith(1)], 5), {
    rows: 4,
    isDone: true,
  })
})
