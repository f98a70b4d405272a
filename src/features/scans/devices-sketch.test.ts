import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash64 } from '../../platform/kit/ids.ts'
import { addDevices, countDevices, emptySketch, mergeSketches } from './devices-sketch.ts'

/** The same keys in every run. */
const keys = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => hash64(`device ${from + i}`))

const sketchOf = (...some: string[]) => addDevices(emptySketch, some)

const assertNear = (counted: number, actual: number) => {
  const off = Math.abs(counted - actual) / actual
  assert.ok(off <= 0.03, `${counted} instead of ${actual}: ${(off * 100).toFixed(1)} % off`)
}

test('an empty sketch counts zero', () => {
  assert.equal(countDevices([]), 0)
  assert.equal(countDevices([emptySketch]), 0)
})

test('up to 512 devices are counted exactly', () => {
  let sketch = emptySketch
  for (const [i, key] of keys(0, 512).entries()) {
    sketch = addDevices(sketch, [key])
    assert.equal(countDevices([sketch]), i + 1)
  }
})

test('a known device changes nothing', () => {
  for (const count of [10, 512, 5000]) {
    const sketch = sketchOf(...keys(0, count))
    assert.equal(addDevices(sketch, keys(0, count)), sketch)
  }
})

test('an existing sketch is not changed by later additions', () => {
  for (const count of [10, 5000]) {
    const sketch = sketchOf(...keys(0, count))
    const copy = new Uint8Array(sketch)
    addDevices(sketch, keys(10_000, 10_500))
    assert.deepEqual(new Uint8Array(sketch), copy)
  }
})

test('from 513 devices on the typical error is 2 %', () => {
  for (const count of [513, 1000, 3000, 10_000, 12_000, 30_000]) {
    const errors = Array.from({ length: 10 }, (_, i) => {
      const sketch = addDevices(emptySketch, keys(i * count, (i + 1) * count))
      return countDevices([sketch]) / count - 1
    })
    const usual = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
    assert.ok(usual <= 0.02, `${count}: ${(usual * 100).toFixed(1)} % off`)
  }
})

test('100,000 devices are counted within 3 %', () => {
  assertNear(countDevices([addDevices(emptySketch, keys(1_000_000, 1_100_000))]), 100_000)
})

test('a sketch never has more than one byte over 4 KB', () => {
  for (const count of [1, 512, 513, 100_000]) {
    assert.ok(sketchOf(...keys(0, count)).byteLength <= 4097)
  }
})

test('adding devices one by one or all at once gives the same count', () => {
  let oneByOne = emptySketch
  for (const key of keys(0, 2000)) oneByOne = addDevices(oneByOne, [key])
  assert.equal(countDevices([oneByOne]), countDevices([sketchOf(...keys(0, 2000))]))
})

test('devices of several days are counted once', () => {
  const days = [keys(0, 300), keys(200, 500), keys(0, 100)].map((day) => sketchOf(...day))
  assert.equal(countDevices(days), 500)
})

test('busy and quiet days together are counted within 3 %', () => {
  const days = [keys(0, 40_000), keys(30_000, 60_000), keys(59_900, 60_200), keys(0, 10)]
  assertNear(countDevices(days.map((day) => sketchOf(...day))), 60_200)
})

test('merged sketches count like a common one', () => {
  const few = sketchOf(...keys(0, 400))
  const others = sketchOf(...keys(300, 500))
  const many = sketchOf(...keys(300, 20_000))
  const more = sketchOf(...keys(10_000, 30_000))
  for (const pair of [
    [few, others],
    [few, many],
    [many, few],
    [many, more],
    [emptySketch, few],
  ] as const) {
    assert.equal(countDevices([mergeSketches(...pair)]), countDevices([...pair]))
  }
})
