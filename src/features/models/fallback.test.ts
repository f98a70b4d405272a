import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { collect, failureOf, requestOf, saying, textOf } from './model.fixture.ts'
import { type Model, ModelFailure, type ModelFailureCode } from './model.ts'
import { withFallbacks } from './models.ts'

const failure = (code: ModelFailureCode) => new ModelFailure(code, `It failed: ${code}.`)

const chain = (...models: [Model, ...Model[]]) => {
  const { log, lines } = collectLogs()
  return { model: withFallbacks(models, log), lines }
}

test('the first model answers if it can, and the others are not asked', async () => {
  const other = saying('b', [])
  other.stream = () => assert.fail('asked')
  const { model, lines } = chain(saying('a', ['Hello']), other)
  assert.equal(model.id, 'a')
  assert.deepEqual(await collect(model.stream(requestOf())), [
    { kind: 'model', id: 'a' },
    { kind: 'text', text: 'Hello' },
    { kind: 'usage', tokensIn: 1, tokensOut: 1 },
  ])
  assert.deepEqual(lines(), [])
})

test('after a failure before the first word the next model takes over and reports its id', async () => {
  const codes: ModelFailureCode[] = [
    'model_refused',
    'model_busy',
    'model_stalled',
    'model_unreachable',
    'model_cut_off',
  ]
  for (const code of codes) {
    const first = saying('a', [], failure(code))
    const { model, lines } = chain(first, saying('b', ['Hi']))
    const parts = await collect(model.stream(requestOf()))
    assert.deepEqual(parts[0], { kind: 'model', id: 'b' })
    assert.equal(textOf(parts), 'Hi')
    const { model: failed, code: told, next } = lines()[0] ?? assert.fail('nothing was logged')
    assert.deepEqual({ failed, told, next }, { failed: 'a', told: code, next: 'b' })
  }
})

test('after the first word no other model takes over', async () => {
  const { model } = chain(saying('a', ['One'], failure('model_stalled')), saying('b', ['Hi']))
  const { before, code } = await failureOf(model.stream(requestOf()))
  assert.equal(textOf(before), 'One')
  assert.equal(code, 'model_stalled')
})

test('when all models fail, the failure of the last one is thrown', async () => {
  const { model, lines } = chain(
    saying('a', [], failure('model_refused')),
    saying('b', [], failure('model_unreachable')),
    saying('c', [], failure('model_busy')),
  )
  const { before, code, isRetryable } = await failureOf(model.stream(requestOf()))
  assert.deepEqual(
    { before, code, isRetryable },
    { before: [], code: 'model_busy', isRetryable: true },
  )
  assert.equal(lines().length, 2)
})

test('after an abort no other model takes over', async () => {
  const aborted = new DOMException('Stopped', 'AbortError')
  const { model } = chain(saying('a', [], aborted), saying('b', ['Hi']))
  await assert.rejects(collect(model.stream(requestOf())), aborted)
})

test('a single model is returned unchanged', () => {
  const only = saying('a', ['Hello'])
  assert.equal(chain(only).model, only)
})
