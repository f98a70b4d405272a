import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin } from '../../../test/harness/checks/duration.ts'
import { shortestMs } from '../../../test/harness/checks/linear.ts'
import { expensiveTexts, inventedWords } from '../../../test/harness/data/invented.ts'
import { createIndex } from './index.ts'

/** The words of the passages, which a hostile message repeats. */
const vocabulary = inventedWords(120_000, 7).split(' ')

const vocabularyFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => vocabulary[(from + at * 7) % vocabulary.length]).join(
    ' ',
  )

const indexOf = (passages: number) => {
  const index = createIndex()
  for (let at = 0; at < passages; at++) {
    const text = `${vocabularyFrom(at * 31, 200)} passage${at}`
    index.add({ id: String(at), title: 'Manual', headings: [], text, vector: null })
  }
  return index
}

test('a search with a message of any kind and length takes less than 50 ms', () => {
  const index = indexOf(250)
  const kinds: typeof expensiveTexts = {
    ...expensiveTexts,
    'words of the passages': () => vocabularyFrom(0, 5000),
  }
  for (const [kind, textOf] of Object.entries(kinds)) {
    for (const length of [3990, 31_900]) {
      const question = textOf(length).slice(0, length)
      const ms = shortestMs(() => index.search({ question, vector: null, limit: 8 }))
      assert.ok(isWithin(ms, 50), `${kind}, ${length} characters: ${ms} ms`)
    }
  }
})

test('a search with a long message takes about as long as one with its rarest words', () => {
  const index = indexOf(1000)
  // One search takes less than the clock of some machines can tell.
  const searches = (question: string) =>
    shortestMs(() => {
      for (let at = 0; at < 20; at++) index.search({ question, vector: null, limit: 8 })
    })
  const long = searches(vocabularyFrom(0, 600).slice(0, 3990))
  const short = searches(vocabularyFrom(0, 32))
  assert.ok(long < 8 * short + 25, `${long} ms, with 32 words ${short} ms`)
})

test('a long message finds the passage of its only known word, and does not cover it', () => {
  const index = indexOf(250)
  const { ranked, best } = index.search({
    question: `${inventedWords(2000, 99)} passage77`,
    vector: null,
    limit: 1,
  })
  assert.equal(ranked[0]?.id, '77')
  // Words that were not searched count as not covered.
  assert.ok(best < 0.1, String(best))
})
