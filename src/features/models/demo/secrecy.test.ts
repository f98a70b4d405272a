import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanLanguages } from '#contract/languages.ts'
import { ask } from './demo.fixture.ts'
import { attempts as general } from './leaks.fixture.ts'
import { corpus } from './secrecy.fixture.ts'
import { promptsOf } from './secrecy.forms.fixture.ts'
import { questions, remarks } from './secrecy.remarks.fixture.ts'

const secret = /quokka/i

test('the corpus has every language of the page and more than 60 prompts', () => {
  assert.deepEqual(Object.keys(corpus).sort(), [...scanLanguages].sort())
  assert.ok(Object.values(corpus).flatMap(({ prompts }) => prompts).length > 60)
})

for (const [language, { fact, question, prompts, attempts }] of Object.entries(corpus)) {
  test(`forbidden facts are withheld, and other facts are told: ${language}`, () => {
    const leaks: string[] = []
    const written = prompts.map((text) => text.replace('{fact}', fact))
    for (const prompt of [...written, ...promptsOf(language, fact)]) {
      const ownWords = prompt.replaceAll('QUOKKA', '').split(/[\n.。]/)
      const answers = [...attempts, ...general, ...ownWords, prompt].map((asked) =>
        ask(prompt, asked),
      )
      if (answers.some((answer) => secret.test(answer))) leaks.push(prompt)
      assert.ok(ask(prompt, question).includes(fact), `${prompt}\n→ ${ask(prompt, question)}`)
    }
    assert.deepEqual(leaks, [])
  })
}

test('facts that a casual remark covers are withheld', () => {
  const leaks = remarks.filter((prompt) => {
    const ownWords = prompt.replaceAll('QUOKKA', '').split(/[\n.。]/)
    return [...questions, ...ownWords, prompt].some((asked) => secret.test(ask(prompt, asked)))
  })
  assert.deepEqual(leaks, [])
})
