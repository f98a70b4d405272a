import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanLanguages } from '#contract/languages.ts'
import { termsOf, unitsOf } from './terms.ts'
import { foldWords } from './words.ts'

const named = (text: string) => unitsOf(text).filter(({ isSmall }) => !isSmall)

test('the terms of a text are its stems in any script, and its topics', () => {
  assert.deepEqual(termsOf(foldWords('Das FRÜHSTÜCK, ab 7:30!')), [
    ...['~das', 'fruhstuck', 'ab', '7', '30'],
    '#breakfast',
  ])
  assert.deepEqual(termsOf(' ?! '), [])
})

test('a topic and the words that name it are one unit, also as a phrase', () => {
  assert.deepEqual(named('Where is the wi-fi?'), [{ terms: ['#wifi', 'wi', 'fi'], isSmall: false }])
  assert.deepEqual(
    named('late check-out').map(({ terms }) => terms[0]),
    ['#departure', 'late'],
  )
  assert.deepEqual(
    named('check the list').map(({ terms }) => terms),
    [['check'], ['list']],
  )
})

test('the question for breakfast has its topic in every language of visitors', () => {
  const questions: Record<(typeof scanLanguages)[number], string> = {
    en: 'When is breakfast?',
    de: 'Wann gibt es Frühstück?',
    es: '¿A qué hora es el desayuno?',
    fr: 'À quelle heure est le petit-déjeuner ?',
    pt: 'A que horas é o pequeno-almoço?',
    it: 'A che ora è la colazione?',
    pl: 'O której jest śniadanie?',
    tr: 'Kahvaltı saat kaçta?',
    ar: 'متى الفطور؟',
    zh: '早餐几点？',
    ja: '朝食は何時ですか',
  }
  const others = scanLanguages.filter(
    (language) => !unitsOf(questions[language]).some(({ terms }) => terms[0] === '#breakfast'),
  )
  assert.deepEqual(others, [])
})

test('a long text is cut, also when its characters fold to many', () => {
  assert.ok(unitsOf('x y '.repeat(5000)).length <= 2)
  assert.ok(unitsOf(Array.from({ length: 5000 }, (_, at) => `w${at}`).join(' ')).length <= 1000)
  assert.ok(unitsOf('\ufdfa'.repeat(4000)).length < 10)
})
