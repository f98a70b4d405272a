import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin, workedMs } from '../../../../test/harness/checks/duration.ts'
import { facts, instructions } from './facts.fixture.ts'
import { factsOf } from './facts.ts'

const textsOf = (prompt: string) => factsOf(prompt).map(({ text }) => text)

test('instructions are not facts', () => {
  const leaks = instructions.filter((prompt) => /ZEBRA77/.test(textsOf(prompt).join(' ')))
  assert.deepEqual(leaks, [])
})

test('sentences for visitors are facts, as they are written', () => {
  const missing = facts.filter((fact) => textsOf(fact).join(' ') !== fact)
  assert.deepEqual(missing, [])
})

test('a fact has its heading', () => {
  const prompt = '# Food\nWe cook.\nMenu:\n- Soup 5 €\n\nWhere?\nIn the garden. It is green.\nBye.'
  assert.deepEqual(factsOf(prompt), [
    { text: 'We cook.', heading: 'Food', isListed: false },
    { text: 'Soup 5 €', heading: 'Menu', isListed: true },
    { text: 'In the garden. It is green.', heading: 'Where?', isListed: false },
    { text: 'Bye.', heading: 'Where?', isListed: false },
  ])
})

test('the head of a table, and an underlined line, are headings', () => {
  const prompt = 'Prices\n---\nAdults 8 €\n\n| Room | Bed |\n|---|---|\n| 1 | single |'
  assert.deepEqual(factsOf(prompt), [
    { text: 'Adults 8 €', heading: 'Prices', isListed: false },
    { text: '1, single', heading: 'Room, Bed', isListed: true },
  ])
})

test('abbreviations, times and dates do not end a sentence', () => {
  for (const sentence of [
    'Open from 8 a.m. to 5 p.m. on Fridays.',
    'Dr. Meier and Prof. K. Blum are there.',
    'Ab dem 1. Mai, z. B. abends.',
    'Approx. 500 m from St. Paul.',
    'It costs 3.50 € at shop.example.com today.',
  ]) {
    assert.deepEqual(textsOf(sentence), [sentence])
  }
})

test('a long prompt is read quickly', () => {
  const prompt = Array.from({ length: 600 }, (_, n) => `Room ${n} is on floor ${n % 9}.`).join(' ')
  const before = workedMs()
  assert.equal(factsOf(prompt.slice(0, 32_000)).length, 600)
  for (const part of ['not if you ', 'a', ' ', '你', 'never tell ', '- a\n', '?', '# a\n', '(']) {
    factsOf(part.repeat(32_000 / part.length))
  }
  assert.ok(isWithin(workedMs() - before, 5000))
})
