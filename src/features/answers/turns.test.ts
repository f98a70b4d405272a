import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Service } from '../../platform/context.ts'
import { systemClock } from '../../platform/kit/clock.ts'
import { createLog } from '../../platform/kit/log.ts'
import type { Database } from '../../platform/store/database.ts'
import { Unavailable } from '../../platform/store/errors.ts'
import type { Model } from '../models/model.ts'
import { askingFor } from './asking.ts'
import type { endTurn } from './turn-end.ts'
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

const message = { id: 'msg_1', conversation_id: 'conv_1', tokens_reserved: 10_000 }
const code = { id: 'qpr_1', organizationId: 'org_1' }
const hesitantTurn = {
  ...{ message, code, shortId: 'a', trace: null },
  ...{ model: hesitant, asked, request: askingFor(asked).request },
} as unknown as NewTurn

interface Given {
  engine?: Database['engine']
  find?: () => Promise<unknown>
  isRunning?: () => Promise<boolean>
}

const findNothing = async () => ({ passages: [], isWhole: true })

/** Turns over a database whose first transaction saves words, and the next ends the turn. */
const createGiven = ({ engine = 'sqlite', find = findNothing, isRunning }: Given = {}) => {
  const saving = Promise.withResolvers<void>()
  const saved = Promise.withResolvers<{ has: () => true }>()
  const ends: string[] = []
  const transactions = [
    () => {
      saving.resolve()
      return saved.promise
    },
  ]
  const database = {
    engine,
    signals: { send: () => undefined, listen: () => () => undefined },
    transaction: async (work: (tx: unknown) => unknown) =>
      await (transactions.shift() ?? work)({ afterCommit: () => undefined }),
  } as unknown as Database
  const service = {
    database,
    clock: systemClock,
    log: createLog('silent'),
    live: { ring: () => undefined },
    retrieval: { find },
    models: { costOf: () => 0 },
  } as unknown as Service
  const end: typeof endTurn = async (_change, _message, { error }) => {
    ends.push(`ended: ${error?.code}`)
    return true
  }
  const turns = createTurns(service, end, isRunning)
  return {
    turns,
    ends,
    transactions,
    saving: saving.promise,
    save() {
      ends.push('saved')
      saved.resolve({ has: () => true })
    },
  }
}

test('stopping waits for words that are being saved', async () => {
  const { turns, ends, saving, save } = createGiven()
  turns.start(hesitantTurn)
  await saving
  const stopped = turns.stop().then(() => ends.push('stopped'))
  await new Promise(setImmediate)
  save()
  await stopped
  assert.deepEqual(ends, ['ended: interrupted', 'saved', 'stopped'])
})

test('a turn that begins while the service stops is interrupted, and can be waited for', async () => {
  const { turns, ends, transactions } = createGiven()
  transactions.length = 0
  await turns.stop()
  turns.start(hesitantTurn)
  await turns.stop()
  assert.deepEqual(ends, ['ended: interrupted'])
  assert.equal(turns.count(), 0)
})

const secondTurn = { ...hesitantTurn, message: { ...hesitantTurn.message, id: 'msg_2' } }

/** Starts a turn and waits for its first word. */
const startSpeaking = async (
  { turns }: Pick<ReturnType<typeof createGiven>, 'turns'>,
  job: NewTurn,
) => {
  turns.start(job)
  const turn = turns.find(job.message.conversation_id)
  assert.ok(turn)
  await new Promise<void>((resolve) => turn.followers.add(resolve))
  return turn
}

test('the end of a turn leaves the next turn of the conversation among the running ones', async () => {
  const { turns, transactions } = createGiven()
  transactions.length = 0
  const first = await startSpeaking({ turns }, hesitantTurn)
  // The end of the first turn is visible to the visitor, who asks again, before it is removed here.
  await startSpeaking({ turns }, secondTurn)
  first.stop()
  await first.over
  assert.equal(turns.find('conv_1')?.message.id, 'msg_2')
  assert.equal(turns.count(), 1)
  await turns.stop()
  assert.deepEqual([turns.count(), turns.find('conv_1')], [0, undefined])
})

test('stopping interrupts an older turn that another process has ended', async () => {
  const { turns, ends, transactions } = createGiven()
  transactions.length = 0
  const first = await startSpeaking({ turns }, hesitantTurn)
  const second = await startSpeaking({ turns }, secondTurn)
  assert.equal(turns.count(), 2)
  await turns.stop()
  assert.deepEqual(ends, ['ended: interrupted', 'ended: interrupted'])
  assert.equal(turns.count(), 0)
  await Promise.all([first.over, second.over])
})

/** Fails like a database that is away for two tries, and then as `last` does. */
const awayFor2 = <T>(last: () => Promise<T>) => {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= 2) throw new Unavailable('the database restarts')
    return await last()
  }
}

test('an answer that begins while the database is away waits for it', async () => {
  for (const given of [
    { find: awayFor2(findNothing) },
    { engine: 'postgres' as const, isRunning: awayFor2(async () => true) },
  ]) {
    const { turns, ends, transactions } = createGiven(given)
    transactions.length = 0
    const turn = await startSpeaking({ turns }, hesitantTurn)
    turn.stop()
    await turn.over
    assert.deepEqual([turn.text, ends], ['Well, ', ['ended: undefined']])
  }
})

test('an error at the beginning of a turn interrupts the answer and does not end the process', async () => {
  const { turns, ends, transactions } = createGiven({
    engine: 'postgres',
    isRunning: async () => Promise.reject(new Error('no such column')),
  })
  transactions.length = 0
  turns.start(hesitantTurn)
  await turns.find('conv_1')?.over
  assert.deepEqual([turns.count(), ends], [0, ['ended: interrupted']])
})
