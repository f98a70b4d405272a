import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScanLanguage } from '#contract/languages.ts'
import { answersWithoutClaim, claimsByLanguage, wishesByLanguage } from './claims.fixture.ts'
import { harmlessAnswers, moreClaims } from './claims.more.fixture.ts'
import { asksForPerson, claimsHandover } from './claims.ts'

for (const [language, claims] of Object.entries(claimsByLanguage)) {
  test(`twenty wordings of a claimed hand-over are recognized in ${language}`, () => {
    assert.equal(claims.length, 20)
    assert.deepEqual(
      claims.filter((text) => !claimsHandover(text)),
      [],
    )
    // Also in the middle of an answer, in capitals, and with other apostrophes.
    for (const text of claims) {
      assert.ok(claimsHandover(`Sorry.\n${text.toUpperCase()} 10:00`), text)
      assert.ok(claimsHandover(`OK! ${text.replaceAll("'", '’')} 7–10`), text)
    }
  })
}

test('other wordings of a claim are recognized too, and harmless sentences are rarely mistaken', () => {
  assert.deepEqual(
    Object.values(moreClaims)
      .flat()
      .filter((text) => !claimsHandover(text)),
    [],
  )
  // A notice too many is true, but disturbs: mostly below “I cannot call anybody”.
  const answers = Object.values(harmlessAnswers).flat()
  const mistaken = answers.filter(claimsHandover)
  assert.ok(mistaken.length <= answers.length / 20, mistaken.join('\n'))
})

test('answers without a claim are left alone', () => {
  assert.deepEqual(answersWithoutClaim.filter(claimsHandover), [])
})

test('a visitor who asks for a person is understood in every language', () => {
  for (const [language, wishes] of Object.entries(wishesByLanguage)) {
    assert.deepEqual([language, wishes.filter((text) => !asksForPerson(text))], [language, []])
  }
})

test('ordinary questions do not ask for a person', () => {
  const questions: Partial<Record<ScanLanguage, string>> = {
    en: 'When is breakfast?',
    de: 'Wann gibt es Frühstück?',
    es: '¿A qué hora es el desayuno?',
    fr: 'À quelle heure est le petit-déjeuner ?',
    pt: 'A que horas é o pequeno-almoço?',
    it: 'A che ora è la colazione?',
    pl: 'O której jest śniadanie?',
    tr: 'Kahvaltı saat kaçta?',
    ar: 'متى يكون الإفطار؟',
    zh: '早餐几点开始？',
    ja: '朝食は何時ですか。',
  }
  assert.deepEqual(Object.values(questions).filter(asksForPerson), [])
})
