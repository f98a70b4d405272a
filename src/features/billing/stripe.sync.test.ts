import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime } from './stripe.sync.ts'

/** Runs that the test ends. */
const controlled = () => {
  const runs: { key: string; items: string[]; end: PromiseWithResolvers<string> }[] = []
  const ask = oneAtATime<string, string>((key, items) => {
    const end = Promise.withResolvers<string>()
    runs.push({ key, items: [...items], end })
    return end.promise
  })
  return { runs, ask, settled: () => new Promise((resolve) => setImmediate(resolve)) }
}

test('callers during a run share the next one', async () => {
  const { runs, ask, settled } = controlled()
  const first = ask('a', '1')
  await settled()
  const others = [ask('a', '2'), ask('a', '3')]
  await settled()
  assert.equal(runs.length, 1)
  runs[0]?.end.resolve('one')
  assert.equal(await first, 'one')
  await settled()
  assert.deepEqual(
    runs.map(({ items }) => items),
    [['1'], ['2', '3']],
  )
  runs[1]?.end.resolve('two')
  assert.deepEqual(await Promise.all(others), ['two', 'two'])
})

test('a failed run rejects its own callers, and the next one begins', async () => {
  const { runs, ask, settled } = controlled()
  const first = ask('a', '1')
  await settled()
  const second = ask('a', '2')
  runs[0]?.end.reject(new Error('broken'))
  await assert.rejects(first, /broken/)
  await settled()
  runs[1]?.end.resolve('two')
  assert.equal(await second, 'two')
  const third = ask('a', '3')
  await settled()
  runs[2]?.end.resolve('three')
  assert.equal(await third, 'three')
})

test('different keys do not wait for each other', async () => {
  const { runs, ask, settled } = controlled()
  void ask('a', '1')
  void ask('b', '2')
  await settled()
  assert.deepEqual(
    runs.map(({ key }) => key),
    ['a', 'b'],
  )
})
