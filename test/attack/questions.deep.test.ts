// Messages of invented words: what the service computes over the stored words of visitors costs
// little, and no other write waits for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/platform/store/database.ts'
import { isWithin, threadMs } from '../harness/checks/duration.ts'
import { createCode } from '../harness/data/given.ts'
import { expensiveTexts, inventedWords } from '../harness/data/invented.ts'
import { listQuestions, plantQuestions } from '../harness/data/questions.ts'
import { type Service, startService } from '../harness/service/service.ts'
import { measure } from './meter.ts'

const maxHeldMs = 50
const length = 4000

/** The longest CPU time of this thread inside one transaction, from now on. */
const watchTransactions = (database: Database) => {
  let longest = 0
  const { transaction } = database
  database.transaction = (work) =>
    transaction(async (tx) => {
      const before = threadMs()
      try {
        return await work(tx)
      } finally {
        longest = Math.max(longest, threadMs() - before)
      }
    })
  return () => longest
}

const plantInvented = async (service: Service, count: number) => {
  const code = await createCode(service)
  const kinds = Object.values(expensiveTexts)
  const texts = Array.from({ length: count }, (_, at) => {
    const kind = at % 4 === 0 ? kinds[(at / 4) % kinds.length] : undefined
    return kind
      ? `${at} ${kind(length - 10)}`
      : inventedWords(length, at, at % 2 ? 'abcdef' : undefined)
  })
  await plantQuestions(service, code, texts)
}

const assertCheap = async (service: Service, work: () => Promise<unknown>) => {
  const longestTransaction = watchTransactions(service.database)
  const [, { longestMs, processMs }] = await measure(work)
  const told = `held ${longestMs} ms, transaction ${longestTransaction()} ms, in all ${processMs} ms`
  assert.ok(isWithin(longestMs, maxHeldMs), told)
  assert.ok(isWithin(longestTransaction(), maxHeldMs), told)
  return processMs
}

test('unanswered questions of invented words are grouped in short turns and short transactions', async (t) => {
  const service = await startService(t)
  // Of every kind of text, several.
  const count = 400
  await plantInvented(service, count)
  const ms = await assertCheap(service, () => listQuestions(service))
  assert.ok(isWithin(ms, 20 * count), `${ms} ms`)
  const { total } = await listQuestions(service)
  assert.ok(total > count / 2, String(total))
  await assertCheap(service, () => listQuestions(service))
})
