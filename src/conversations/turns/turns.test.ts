import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../kit/clock.ts'
import { createLog } from '../../kit/log.ts'
import type { Database } from '../../storage/database.ts'
import type { Model } from '../models/model.ts'
import { createTurns, type NewTurn } from './turns.ts'

const asked = {
  title: '',
  prompt: '',
  language: 'en',
  said: [{ role: 'visitor' as const, text: 'Hello?' }],
  maxOutputTokens: 10,
  now: 0,
}

/** Says one word, and then waits until it is stopped. */
const hesitant: Model = {
  id: 'demo',
  isDemo: true,
  async *stream({ signal }) {
    yield { kind: 'text', text: 'Well, ' }
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
}

test('stopping waits for the save of words that is already at work', async () => {
  const saving = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const saved = { has: () => true }
  const ends: string[] = []
  let isFirst = true
  const database = {
    signals: { send: () => undefined, listen: () => () => undefined },
    async transaction() {
      // The words come first, then the end of the turn.
      if (!isFirst) return true
      isFirst = false
      begun.resolve()
      await saving.promise
      ends.push('saved')
      return saved
    },
  } as unknown as Database
  const turns = createTurns({
    database,
    clock: systemClock,
    log: createLog('silent'),
    begun: () => undefined,
    endTurn: async () => true,
    budget: { reserveAgain: async () => true } as never,
    findPassages: async () => ({ passages: [], isWhole: true }) as never,
    estimateOutcome: () => 'answered',
    costOf: () => 0,
  })
  const message = { id: 'msg_1', conversation_id: 'conv_1', tokens_reserved: 10_000 }
  const code = { id: 'qpr_1', organizationId: 'org_1' }
  const turn = { message, code, shortId: 'a', model: hesitant, asked, request: asked, trace: null }
  turns.start(turn as unknown as NewTurn)
  await begun.promise
  const stopped = turns.stop().then(() => ends.push('stopped'))
  await new Promise(setImmediate)
  saving.resolve()
  await stopped
  assert.deepEqual(ends, ['saved', 'stopped'])
})
