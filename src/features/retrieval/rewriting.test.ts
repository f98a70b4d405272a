import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  joinSearches,
  needsRewriting,
  previousOf,
  rewritten,
  type SearchedQuestion,
} from './rewriting.ts'

type Said = SearchedQuestion['said']

const never = new AbortController().signal
const sources = { titles: ['House manual'], languages: ['en' as const, 'de' as const] }

/** What the model gets for a question: one value in each line of a block. */
const sentFor = async (question: string, said: Said, given = sources) => {
  let sent = ''
  await rewritten({ question, said, complete: async (_, text) => (sent = text) }, given, never)
  const linesIn = (name: string) => {
    const block = new RegExp(`<${name}-[^>]*>\n(.*?)\n?</${name}-`, 's').exec(sent)?.[1] ?? ''
    return block === '' ? [] : block.split('\n').map((line) => JSON.parse(line) as unknown)
  }
  return {
    languages: linesIn('languages'),
    titles: linesIn('titles'),
    conversation: linesIn('conversation'),
  }
}

const turn: Said = [
  { role: 'visitor', text: 'When is breakfast?' },
  { role: 'assistant', text: 'From 7 to 10.' },
]
const covered: Parameters<typeof needsRewriting>[1] = { best: 1, languages: ['en'] }
const needs = (question: string, said: Said = [], found = covered) =>
  needsRewriting({ question, said }, found)

test('a question is rewritten after another one, in another language and when little of it is found', () => {
  assert.ok(!needs('Is there a sauna?'))
  assert.ok(!needs('Is there a sauna?', turn))
  assert.ok(needs('And on Sundays?', turn))
  assert.ok(!needs('And on Sundays?'))
  assert.ok(needs('How warm is the water?', turn, { ...covered, best: 0.5 }))
  assert.ok(needs('Gibt es hier eine Sauna?'))
  assert.ok(needs('朝食は何時からですか？'))
  assert.ok(!needs('Gibt es hier eine Sauna?', [], { best: 1, languages: ['de'] }))
  // Nothing is known about the language.
  assert.ok(!needs('Sauna'))
  assert.ok(!needs('Gibt es hier eine Sauna?', [], { best: 1, languages: [] }))
  assert.ok(needs('Where can we sweat?', [], { ...covered, best: 0.2 }))
})

test('the model gets the turn before the question, the titles and the languages of the sources', async () => {
  const question = `And on Sundays? ${'q'.repeat(2000)}`
  const earlier: Said = [{ role: 'visitor', text: 'Is there a pool?' }, ...turn]
  const last = { role: 'visitor', text: question.slice(0, 2000) }
  assert.deepEqual(await sentFor(question, earlier), {
    languages: ['English', 'Deutsch'],
    titles: ['House manual'],
    conversation: [...turn, last],
  })
  // The conversation may already end with the question.
  const { conversation } = await sentFor(question, [...turn, { role: 'visitor', text: question }])
  assert.deepEqual(conversation, [...turn, last])
  assert.equal(
    previousOf({ question: 'Yes', said: [...turn, { role: 'visitor', text: 'Yes' }] }),
    'When is breakfast?',
  )
  const titles = Array.from({ length: 21 }, (_, at) => `Title ${at}`)
  const long = await sentFor('Yes', [{ role: 'visitor', text: 't'.repeat(501) }], {
    ...sources,
    titles,
  })
  assert.deepEqual(long.titles, titles.slice(0, 20))
  assert.deepEqual(long.conversation, [
    { role: 'visitor', text: 't'.repeat(500) },
    { role: 'visitor', text: 'Yes' },
  ])
})

test('without an answer of the model there are no other words, and of a long one the beginning', async () => {
  const asked = { question: 'And on Sundays?', said: [] }
  assert.equal(await rewritten(asked, sources, never), null)
  for (const answer of [null, '', ' \n']) {
    assert.equal(await rewritten({ ...asked, complete: async () => answer }, sources, never), null)
  }
  const complete = async () => 'x'.repeat(1001)
  assert.equal(await rewritten({ ...asked, complete }, sources, never), 'x'.repeat(1000))
})

test('a passage that both searches find precedes the first one of each', () => {
  const ids = (...names: string[]) => names.map((id) => ({ id }))
  const joined = joinSearches(ids('a', 'both', 'b'), ids('c', 'both'))
  assert.deepEqual(
    joined.map(({ id }) => id),
    ['both', 'a', 'c', 'b'],
  )
})
