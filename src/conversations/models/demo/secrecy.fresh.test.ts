import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from './demo.fixture.ts'
import { attempts } from './leaks.fixture.ts'
import { fresh } from './secrecy.fresh.fixture.ts'

test('prompts that were written before the rule keep their secrets', () => {
  const leaks = fresh.filter(({ prompt, secret, asked }) => {
    const ownWords = prompt.replaceAll(secret, '').split(/[\n.。;；(]/)
    return [...asked, ...attempts, ...ownWords, prompt].some((question) =>
      ask(prompt, question).includes(secret),
    )
  })
  assert.equal(leaks.length, 0)
})
