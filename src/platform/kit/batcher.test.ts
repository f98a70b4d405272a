import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBatcher } from './batcher.ts'

test('items of one turn of the event loop are one batch', async () => {
  const batches: number[][] = []
  const { add, idle } = createBatcher<number>({
    maximum: 10,
    handle: async (batch) => void batches.push(batch),
  })
  add(1)
  add(2)
  await Promise.resolve()
  add(3)
  await idle()
  assert.deepEqual(batches, [[1, 2, 3]])
})

test('items that arrive during a batch form the next batches, in order', async () => {
  const batches: number[][] = []
  const batcher = createBatcher<number>({
    maximum: 2,
    handle: async (batch) => {
      batches.push(batch)
      if (batch.includes(1)) for (const item of [2, 3, 4]) batcher.add(item)
    },
  })
  batcher.add(1)
  await batcher.idle()
  assert.deepEqual(batches, [[1], [2, 3], [4]])
})

test('the count includes the current batch', async () => {
  const counts: number[] = []
  const batcher = createBatcher<number>({
    maximum: 2,
    handle: async () => void counts.push(batcher.count()),
  })
  for (const item of [1, 2, 3]) batcher.add(item)
  assert.equal(batcher.count(), 3)
  await batcher.idle()
  assert.deepEqual(counts, [3, 1])
  assert.equal(batcher.count(), 0)
})

test('an idle batcher handles the next items', async () => {
  const handled: number[] = []
  const { add, idle } = createBatcher<number>({
    maximum: 2,
    handle: async (batch) => void handled.push(...batch),
  })
  add(1)
  await idle()
  add(2)
  await idle()
  assert.deepEqual(handled, [1, 2])
})
