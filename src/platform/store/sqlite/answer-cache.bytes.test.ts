import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { cacheBytes } from '../../kit/bounded.ts'
import { createAnswerCache } from './sqlite.ts'

test('results with large rows stay within the budget of the cache', () => {
  const answers = createAnswerCache(new DatabaseSync(':memory:'))
  const read = answers.remember(() =>
    Array.from({ length: 100 }, () => ({ metadata: Buffer.alloc(8000, 'x').toString() })),
  )
  // 240 MB in all.
  for (let question = 0; question < 150; question++) assert.equal(read([question]).length, 100)
  const bytes = new Map(cacheBytes()).get('answers') ?? 0
  assert.ok(bytes > 2 ** 20, `${bytes} bytes are kept`)
  assert.ok(bytes <= 32 * 2 ** 20, `${bytes} bytes are kept`)
  answers.drop()
})
