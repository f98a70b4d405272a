import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSlots } from './slots.ts'

test('slots go to callers in the order in which they asked, and a released one is free once', async () => {
  const slots = createSlots(2)
  const order: string[] = []
  const acquire = async (name: string) => {
    await slots.acquire()
    order.push(name)
  }
  void ['a', 'b', 'c', 'd'].map(acquire)
  await nextTurn()
  assert.deepEqual([order, slots.free()], [['a', 'b'], 0])
  slots.release()
  await nextTurn()
  assert.deepEqual([order, slots.free()], [['a', 'b', 'c'], 0])
  for (let n = 0; n < 3; n++) slots.release()
  await nextTurn()
  assert.deepEqual([order, slots.free()], [['a', 'b', 'c', 'd'], 2])
})
