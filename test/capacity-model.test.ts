import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Costs,
  costAt,
  errorOf,
  fitLine,
  type Model,
  mix,
  predict,
} from '../bench/capacity/model.ts'

const near = (value: number, expected: number) =>
  assert.ok(errorOf(value, expected) < 1e-9, `${value} instead of ${expected}`)

const inProportion = (cost: number): Costs => {
  const line = { each: cost, cycles: 0 }
  return { service: line, postgres: line, log: line, database: line, visitors: line }
}

/** A millisecond, or a thousandth of a byte, for each scan. */
const model: Model = {
  scan: inProportion(0.001),
  delivered: inProportion(0.001),
  message: inProportion(0.005),
  idle: { service: 0, postgres: 0 },
  stored: { scan: 500, delivered: 1500, message: 2000 },
  holdMs: 2,
}

test('a fit goes through two points', () => {
  const line = fitLine([
    { perSecond: 100, cost: 0.05 },
    { perSecond: 400, cost: 0.11 },
  ])
  near(costAt(line, 100), 0.05)
  near(costAt(line, 200), 0.07)
  near(costAt(line, 1000), 0.23)
})

test('a fit is between three points', () => {
  const line = fitLine([
    { perSecond: 100, cost: 1 },
    { perSecond: 200, cost: 2.3 },
    { perSecond: 300, cost: 3 },
  ])
  near(line.each, 0.01)
})

test('no part of a cost is negative', () => {
  const steep = fitLine([
    { perSecond: 100, cost: 1 },
    { perSecond: 200, cost: 3 },
  ])
  assert.equal(steep.cycles, 0)
  near(costAt(steep, 150), 2)
  const falling = fitLine([
    { perSecond: 100, cost: 3 },
    { perSecond: 200, cost: 1 },
  ])
  assert.equal(falling.each, 0)
})

test('without requests there is no cost', () => {
  assert.equal(costAt(model.scan.service, 0), 0)
})

test('the prediction for a day has its peak, and room on every process', () => {
  const { peakPerSecond, processes, serviceCores, connections } = predict(model, 86_400 * 1000)
  assert.equal(peakPerSecond, 1000 * mix.peak)
  // 5,000 scans and 1,000 messages of 1 and 5 ms: 10 cores, of which 60 % may be used.
  near(serviceCores, 10 / 0.6)
  assert.equal(processes, 17)
  assert.equal(connections, 187)
})

test('a small installation needs one process', () => {
  assert.equal(predict(model, 10_000).processes, 1)
})

test('the first limit is the one that is used most', () => {
  const { limits } = predict(model, 1e9)
  assert.deepEqual(
    limits.map(({ used }) => used),
    limits.map(({ used }) => used).toSorted((a, b) => b - a),
  )
  const slow = predict({ ...model, holdMs: 1000 }, 1e6)
  assert.equal(slow.limits[0]?.name, 'row of the busiest code')
})
