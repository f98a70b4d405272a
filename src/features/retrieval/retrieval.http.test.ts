import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { addFile, addSource, search } from '../../../test/harness/data/knowledge.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { followEmbeddingModel } from './embedding.ts'
import { findPassages } from './retrieval.ts'

const asked = (question: string) => ({ question, said: [] })

const rooms = ['sauna', 'library', 'kitchen', 'garage', 'attic', 'cellar', 'terrace', 'pantry']

/** A manual with a section for each room, each of about 300 tokens. */
const manual = rooms
  .map(
    (room, number) =>
      `# The ${room}\n\n${`The ${room} has the number ${number} and closes at ${number + 8} pm. `.repeat(22)}`,
  )
  .join('\n\n')

const codeOf = async (service: Service) => {
  const { id } = await createCode(service)
  return { id, organizationId: await service.defaultOrganizationId() }
}

test('small sources go into the prompt as a whole, in a stable order; large ones by their best passages', async (t) => {
  const service = await startService(t, { settings: { QPR_KNOWLEDGE_PROMPT_TOKENS: '300' } })
  const code = await codeOf(service)
  const { find } = service.internals.retrieval
  const nothing = await find(code, asked('Is there a sauna?'))
  assert.deepEqual(nothing, { passages: [], isWhole: true, best: 0 })

  for (const room of rooms) {
    await addSource(service, {
      kind: 'question',
      question: `Where is the ${room}?`,
      answer: `Floor ${room.length}.`,
    })
  }
  const whole = await find(code, asked('Where is the garage?'))
  assert.ok(whole.isWhole)
  assert.deepEqual(
    whole.passages.map(({ text }) => text),
    rooms.map((room) => `Floor ${room.length}.`),
  )
  assert.deepEqual((await find(code, asked('Parking?'))).passages, whole.passages)
  assert.ok(whole.best > 0.9 && (await find(code, asked('Zebra crossing'))).best === 0)

  await addFile(service, 'manual.md', manual)
  const best = await find(code, asked('When does the attic close?'))
  assert.equal(best.isWhole, false)
  assert.ok(best.passages.length <= 8)
  assert.match(best.passages[0]?.text ?? '', /attic/)
  assert.deepEqual(best.passages[0]?.headings, ['The attic'])
})

test('with a model for vectors a passage without a common word is found, and a new model replaces the vectors', async (t) => {
  // A model of two meanings: heat and books.
  const meaning = (text: string) =>
    [/sauna|warm|sweat/i, /library|novel/i].map((one) => (one.test(text) ? 1 : 0.01))
  const provider = await startReceiver(t, ({ body }) => {
    const { input } = JSON.parse(body) as { input: string[] }
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: meaning(text),
    }))
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    }
  })
  const settings = {
    QPR_KNOWLEDGE_PROMPT_TOKENS: '100',
    QPR_AI_EMBEDDING_MODEL: 'compatible:first',
    QPR_AI_BASE_URL: provider.url,
  }
  const service = await startService(t, { settings })
  const { passages } = await addFile(service, 'manual.md', manual)
  const modelsOf = async () => {
    const rows = await service.database.db
      .selectFrom('knowledge_vectors')
      .select((row) => ['model', row.fn.countAll<number>().as('total')])
      .groupBy('model')
      .execute()
    return rows.map(({ model, total }) => [model, Number(total)])
  }
  await eventually(async () => assert.deepEqual(await modelsOf(), [['compatible:first', passages]]))
  await eventually(async () => {
    const found = await search(service, 'Where can I sweat?')
    assert.deepEqual(found.passages[0]?.headings, ['The sauna'])
  })
  await service.database.transaction(async ({ db }) => {
    await db
      .updateTable('settings')
      .set({ value: 'compatible:former' })
      .where('name', '=', 'knowledge_embedding_model')
      .execute()
    await db.updateTable('knowledge_vectors').set({ model: 'compatible:former' }).execute()
  })
  await followEmbeddingModel(service.internals)
  await eventually(async () => assert.deepEqual(await modelsOf(), [['compatible:first', passages]]))
  // The provider fails: the words alone decide, and the visitor gets an answer.
  provider.answerWith(500)
  assert.deepEqual((await search(service, 'library')).passages[0]?.headings, ['The library'])
})

test('a source of more than 250 passages is searched in a thread, with the same result', async (t) => {
  const service = await startService(t)
  const paragraphs = Array.from(
    { length: 260 },
    (_, at) => `Room${at} is number ${at}. ${'Quiet '.repeat(200)}`,
  )
  const { passages } = await addFile(service, 'rooms.txt', paragraphs.join('\n\n'))
  assert.equal(passages, 260)
  for (const at of [0, 99, 100, 259]) {
    const found = await search(service, `Where is room${at}?`, { limit: '1' })
    assert.match(found.passages[0]?.text ?? '', new RegExp(`^Room${at} is`))
    assert.ok(!found.is_whole)
  }
  await addSource(service, { kind: 'question', question: 'Sauna?', answer: 'Upstairs.' })
  assert.equal((await search(service, 'sauna')).passages[0]?.text, 'Upstairs.')
})

test("an owner's answer of two passages is found whole, though only one has a word of the question", async (t) => {
  const service = await startService(t, { settings: { QPR_KNOWLEDGE_PROMPT_TOKENS: '1' } })
  const code = await codeOf(service)
  const [first, second] = [
    'It is upstairs. '.repeat(80).trim(),
    'Towels are free. '.repeat(80).trim(),
  ]
  const answer = `${first}\n\n${second}`
  await addSource(service, { kind: 'question', question: 'Sauna?', answer })
  const found = await findPassages({ service: service.internals }, code, asked('upstairs?'))
  assert.deepEqual(
    found.passages.map(({ text }) => text),
    [first, second],
  )
})

test('a source that is changed, unassigned or deleted is not found any more, at once', async (t) => {
  const service = await startService(t)
  const code = await codeOf(service)
  const source = await addSource(service, {
    kind: 'question',
    question: 'Sauna?',
    answer: 'Upstairs.',
  })
  const textsFor = async (question: string) =>
    (await findPassages({ service: service.internals }, code, asked(question))).passages.map(
      ({ text }) => text,
    )
  assert.deepEqual(await textsFor('Sauna?'), ['Upstairs.'])
  await service.patch(`/v1/knowledge/${source.id}`, { answer: 'In the basement.' })
  assert.deepEqual(await textsFor('Sauna?'), ['In the basement.'])
  await service.patch(`/v1/knowledge/${source.id}`, { code_ids: [] })
  assert.deepEqual(await textsFor('Sauna?'), [])
  await service.patch(`/v1/knowledge/${source.id}`, { code_ids: null })
  assert.deepEqual(await textsFor('Sauna?'), ['In the basement.'])
  await service.delete(`/v1/knowledge/${source.id}`)
  assert.deepEqual(await textsFor('Sauna?'), [])
})
