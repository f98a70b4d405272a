import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes, learn } from './lanes.ts'
import type { AttemptOutcome } from './sender.ts'

const succeeded: AttemptOutcome = {
  startedAt: 0,
  durationMs: 3,
  status: 200,
  error: null,
  responseBody: '',
}
const failed: AttemptOutcome = { ...succeeded, status: 500, error: 'Answered with status 500.' }
const slow: AttemptOutcome = { ...succeeded, durationMs: 1000 }

const learnAll = (lane: Parameters<typeof learn>[0], outcome: AttemptOutcome, times: number) => {
  for (let n = 0; n < times; n++) learn(lane, outcome)
}

test('a webhook that responds well gets up to 64 attempts at once, a failing or slow one as few as 4', () => {
  const lane = createLanes<string>().laneOf('wh_a')
  learnAll(lane, succeeded, 100)
  assert.equal(lane.limit, 64)
  learnAll(lane, failed, 2)
  assert.equal(lane.limit, 16)
  learnAll(lane, slow, 10)
  assert.equal(lane.limit, 4)
  learnAll(lane, succeeded, 10)
  assert.equal(lane.limit, 14)
})

test('one round is shared among all webhooks with due deliveries', () => {
  const lanes = createLanes<string>()
  for (let n = 0; n < 100; n++) lanes.notice(`wh_${n}`, 10)
  lanes.notice('wh_later', 20)
  const requests = lanes.requests(10)
  assert.equal(requests.length, 100)
  assert.deepEqual([...new Set(requests.map(({ maximum }) => maximum))], [5])
})

test('with more webhooks than fit into a round, those that were not served come first next time', () => {
  const lanes = createLanes<string>()
  for (let n = 0; n < 1000; n++) lanes.notice(`wh_${n}`, 0)
  const first = new Set(lanes.requests(0).map(({ webhookId }) => webhookId))
  const second = lanes.requests(0).map(({ webhookId }) => webhookId)
  assert.equal(first.size, 512)
  assert.equal(second.filter((webhookId) => !first.has(webhookId)).length, 488)
})

test('a failing webhook gets nothing in advance, so that no lease expires while it waits', () => {
  const lanes = createLanes<string>()
  const lane = lanes.laneOf('wh_a')
  lanes.notice('wh_a', 0)
  assert.deepEqual(lanes.requests(0), [{ webhookId: 'wh_a', maximum: 32 }])
  learnAll(lane, failed, 10)
  assert.deepEqual(lanes.requests(0), [{ webhookId: 'wh_a', maximum: 4 }])
  lane.underWay = 4
  assert.deepEqual(lanes.requests(0), [])
  assert.equal(lanes.nextDueAt(), Number.POSITIVE_INFINITY, 'its own attempts wake it')
})

test('an idle webhook is removed from memory', () => {
  const lanes = createLanes<string>()
  lanes.laneOf('wh_idle')
  lanes.notice('wh_due', 5)
  lanes.tidy()
  assert.deepEqual(
    [...lanes.all()].map(({ webhookId }) => webhookId),
    ['wh_due'],
  )
})

test('only a webhook that responds well, without a backlog, takes deliveries without a claim', () => {
  const lanes = createLanes<string>()
  const ready = (now = 0) => lanes.readyOf(['org_a'], now)
  const lane = lanes.laneOf('wh_a')
  assert.deepEqual(ready(), [], 'its organization is not known yet')
  lanes.assign(lane, 'org_a')
  lanes.assign(lanes.laneOf('wh_b'), 'org_b')
  assert.deepEqual(ready(), ['wh_a'])
  lanes.notice('wh_a', 10)
  assert.deepEqual(ready(9), ['wh_a'])
  assert.deepEqual(ready(10), [], 'a delivery waits in the table')
  lane.dueAt = Number.POSITIVE_INFINITY
  lane.waiting.push(...Array.from({ length: 16 }, () => 'waits'))
  assert.deepEqual(ready(), [], 'enough wait in memory')
  lane.waiting.length = 0
  learnAll(lane, slow, 1)
  assert.deepEqual(ready(), [], 'it is slow')
  lanes.tidy()
  assert.deepEqual([...lanes.all()], [])
})
