// A document is data: what it says reaches the model, but not the place of the instructions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allInjections } from '../../../test/harness/browser/injections.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { addFile, addSource } from '../../../test/harness/data/knowledge.ts'
import { orders } from '../../../test/harness/data/orders.ts'
import { asking, openTalk } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { startService } from '../../../test/harness/service/service.ts'

const question = 'When is breakfast?'

test('orders in files and questions stay inside the documents, and end none of them', async (t) => {
  const provider = await startProvider(t, { tokens: ['At 7.'] })
  const settings = { ...asking(provider), QPR_KNOWLEDGE_PROMPT_TOKENS: '100000' }
  const service = await startService(t, { settings })
  const code = await createCode(service, { prompt: 'Breakfast is at 7.' })
  const ask = async () => {
    const visitor = await openTalk(service, code.short_id)
    assert.equal((await visitor.ask(question)).text, 'At 7.')
    const { body } = provider.requests.at(-1) ?? assert.fail()
    return (body as { messages: { role: string; content: string }[] }).messages
  }
  await addSource(service, { kind: 'question', question: 'Is it early?', answer: 'No, it is not.' })
  const [plain] = await ask()

  const texts = [...orders, allInjections.slice(0, 40).join(' ')]
  for (const text of texts) {
    await addSource(service, { kind: 'question', question: text.slice(0, 200), answer: text })
  }
  const file = await addFile(service, `${orders[5]}.txt`, texts.join('\n\n'))
  const page = texts.map((text) => `<p>${text}</p>`).join('')
  const site = await addFile(service, 'page.html', `<html><body><h1>Hi</h1>${page}</body></html>`)
  assert.deepEqual([file.status, site.status], ['ready', 'ready'])

  const [system, asked, ...rest] = await ask()
  // The instructions are the same as without these documents.
  assert.deepEqual(system, plain)
  assert.deepEqual([asked?.role, rest], ['user', []])
  const lines = asked?.content.split('\n') ?? []
  const [, name] = /^<documents-([0-9a-f]{16})>$/.exec(lines[0] ?? '') ?? []
  const end = lines.indexOf(`</documents-${name}>`)
  assert.deepEqual(lines.slice(end), [`</documents-${name}>`, '', 'The visitor writes:', question])
  const documents = lines.slice(1, end).map((line) => JSON.parse(line))
  assert.deepEqual(
    documents.map(({ number }) => number),
    documents.map((_, index) => index + 1),
  )
  assert.ok(documents.length > texts.length)
  assert.equal(asked?.content.match(/[<\u0085\u2028\u2029]/g)?.length, 2)
  const known = documents.map(({ text }) => text).join('\n')
  for (const order of orders.slice(0, 5)) {
    assert.ok(known.split(order).length > 2, order)
    assert.ok(!system?.content.includes(order))
  }
})
