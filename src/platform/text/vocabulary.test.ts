import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVocabulary, dice } from './vocabulary.ts'

const vocabularyOf = (...words: string[]) => {
  const vocabulary = createVocabulary()
  for (const word of words) vocabulary.add(word)
  return vocabulary
}

test('the similarity of two sets is the share of their common elements', () => {
  assert.deepEqual([dice(2, 2, 2), dice(1, 2, 2), dice(0, 2, 3), dice(0, 0, 0)], [1, 0.5, 0, 0])
})

test('a word with one wrong, missing, added or swapped letter is found, a long one also with two', () => {
  const { misspelt } = vocabularyOf('sauna', 'defibrillator', 'pool', 'identity')
  const found = (word: string) => misspelt(word).map((one) => one.word)
  for (const word of ['zauna', 'sauna'.slice(1), 'sanua', 'saunna']) {
    assert.deepEqual(found(word), ['sauna'], word)
  }
  assert.deepEqual(found('defibrilatr'), ['defibrillator'])
  // Two wrong letters of a short word, three letters, and few of the same trigrams.
  for (const word of ['suamo', 'pol', 'dentist']) assert.deepEqual(found(word), [], word)
})

test('the nearest of several words is found', () => {
  const { misspelt } = vocabularyOf('massage', 'message')
  assert.deepEqual(misspelt('masage'), [{ word: 'massage', share: 0.8 }])
})

test('compounds are found by their parts, and parts by their compound', () => {
  const { compounds } = vocabularyOf('fahrradkeller', 'keller', 'fahrrad', 'teller', 'rad')
  assert.deepEqual(compounds('keller'), [{ word: 'fahrradkeller', share: 0.5 }])
  // A cellar for wine is a cellar. The beginning of a compound says less.
  assert.deepEqual(compounds('weinkeller'), [{ word: 'keller', share: 0.6 }])
  assert.deepEqual(compounds('fahrradweg'), [{ word: 'fahrrad', share: 0.25 }])
  // A part has four letters or more.
  assert.deepEqual(vocabularyOf('gasthaus').compounds('haus'), [{ word: 'gasthaus', share: 0.5 }])
  assert.deepEqual(compounds('rad'), [])
})
