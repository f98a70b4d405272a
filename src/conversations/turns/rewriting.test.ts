import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saying } from '../models/model.fixture.ts'
import { createRewriting } from './rewriting.ts'
import type { NewTurn } from './turns.ts'

test('the words of a search cost what the model that answered takes for them', async () => {
  const model = { ...saying('second', ['pool ', 'opening hours']), id: 'first' }
  const message = { tokens_reserved: 0 }
  const { spent, complete } = createRewriting(
    { model, message } as NewTurn,
    {
      budget: { reserveAgain: async () => true },
      costOf: (modelId, tokensIn, tokensOut) =>
        (modelId === 'second' ? 100 : 1) * (tokensIn + tokensOut),
    },
    new AbortController().signal,
  )
  assert.equal(await complete?.('Rewrite.', 'And the pool?'), 'pool opening hours')
  const { reserved, ...used } = spent
  assert.deepEqual(used, { charged: 3, tokensIn: 1, tokensOut: 2, costMicros: 300 })
  assert.equal(message.tokens_reserved, reserved)
})
