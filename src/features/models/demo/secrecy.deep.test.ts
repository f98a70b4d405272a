// The corpora of secrets, in all languages of the page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanLanguages } from '#contract/languages.ts'
import { ask } from './demo.fixture.ts'
import { corpus, isTold } from './secrecy.fixture.ts'
import { questions, remarks } from './secrecy.remarks.fixture.ts'
import { fresh, later } from './secrets.fixture.ts'

test('secrets are not told, in any form and language', () => {
  const told = [...fresh, ...later].filter((one) => isTold(...one))
  assert.deepEqual(told, [])
})

test('the corpus has every language of the page and more than 100 prompts', () => {
  assert.deepEqual(Object.keys(corpus).sort(), [...scanLanguages].sort())
  assert.ok(Object.values(corpus).flatMap((one) => one.prompts).length > 100)
})

for (const [language, { fact, question, prompts: written, attempts: asked }] of Object.entries(
  corpus,
)) {
  test(`what is forbidden is withheld, and a fact in another paragraph is told: ${language}`, () => {
    const all = written.map((text) => `${fact}\n\n${text}`)
    assert.deepEqual(
      all.filter((prompt) => isTold(prompt, 'QUOKKA', asked)),
      [],
    )
    assert.deepEqual(
      all.filter((prompt) => ask(prompt, question) !== fact),
      [],
    )
  })
}

test('facts that a casual remark covers are withheld', () => {
  assert.deepEqual(
    remarks.filter((prompt) => isTold(prompt, 'QUOKKA', questions)),
    [],
  )
})
