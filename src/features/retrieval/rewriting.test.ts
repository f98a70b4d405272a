import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewritten } from './retrieval.ts'

type Said = Parameters<typeof rewritten>[0]['said']

/** What the model gets for a question: the titles and the conversation, one value in each line. */
const sentFor = async (question: string, said: Said, titles: string[] = []) => {
  let sent = ''
  await rewritten({ question, said, complete: async (_, text) => (sent = text) }, titles)
  const linesIn = (name: string) => {
    const block = new RegExp(`<${name}-[^>]*>\n(.*?)\n?</${name}-`, 's').exec(sent)?.[1] ?? ''
    return block === '' ? [] : block.split('\n').map((line) => JSON.parse(line) as unknown)
  }
  return { titles: linesIn('titles'), conversation: linesIn('conversation') }
}

test('a question is searched as it is without a model, and when the model does not answer', async () => {
  const asked = { question: 'And on Sundays?', said: [] }
  assert.equal(await rewritten(asked, []), 'And on Sundays?')
  assert.equal(await rewritten({ ...asked, complete: async () => null }, []), 'And on Sundays?')
  assert.equal(await rewritten({ ...asked, complete: async () => '' }, []), 'And on Sundays?')
})

test('the words of the model come first, at most 500 characters, and the question after them', async () => {
  const complete = async () => 'x'.repeat(501)
  const found = await rewritten({ question: 'And on Sundays?', said: [], complete }, [])
  assert.equal(found, `${'x'.repeat(500)}\nAnd on Sundays?`)
})

test('the model gets 20 titles and the last 6 messages, cut to 500 characters, with the question once', async () => {
  const question = `And on Sundays? ${'q'.repeat(2000)}`
  const said: Said = Array.from({ length: 8 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'visitor',
    text: `${at}${'t'.repeat(500)}`,
  }))
  const titles = Array.from({ length: 21 }, (_, at) => `Title ${at}`)
  const shown = said.slice(2).map(({ role, text }) => ({ role, text: text.slice(0, 500) }))
  const last = { role: 'visitor', text: question.slice(0, 2000) }
  assert.deepEqual(await sentFor(question, said, titles), {
    titles: titles.slice(0, 20),
    conversation: [...shown, last],
  })
  // The conversation may already end with the question.
  const { conversation } = await sentFor(question, [...said, { role: 'visitor', text: question }])
  assert.deepEqual(conversation, [...shown.slice(1), last])
  const repeated = await sentFor('Yes', [{ role: 'assistant', text: 'Yes' }])
  assert.deepEqual(repeated.conversation, [
    { role: 'assistant', text: 'Yes' },
    { role: 'visitor', text: 'Yes' },
  ])
})
