import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { open, plantConversation } from '../../../test/harness/data/conversations.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import {
  firstQuestion,
  listQuestions,
  plantQuestions,
  type QuestionView,
} from '../../../test/harness/data/questions.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'

interface Source {
  id: string
  kind: string
  question: string
  answer: string
  code_ids: string[] | null
}

test('similar questions are one item, those of most conversations first', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const other = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?', 'Where can I park my car?'])
  const [last] = await plantQuestions(service, other, [
    { question: 'Do you have a SAUNA??', language: 'de', at: Date.parse('2026-02-01T12:00:00Z') },
  ])
  const { questions, total } = await listQuestions(service, 'outcome=unknown')
  assert.deepEqual(
    questions.map(({ question, asked, conversations, languages }) => [
      question,
      asked,
      conversations,
      languages.toSorted(),
    ]),
    [
      ['Do you have a SAUNA??', 2, 2, ['de', 'en']],
      ['Where can I park my car?', 1, 1, ['en']],
    ],
  )
  assert.equal(total, 2)
  const [sauna] = questions
  assert.deepEqual(sauna?.asked_code_ids.toSorted(), [code.id, other.id].toSorted())
  const detail = await service.get<QuestionView>(`/v1/questions/${sauna?.id}`)
  assert.deepEqual(
    detail.body.questions.map(({ question }) => question),
    ['Do you have a SAUNA??', 'Is there a sauna?'],
  )
  assert.equal(detail.body.questions[0]?.conversation_id, last)
  const ofOther = await listQuestions(service, `qpr_code_id=${other.id}`)
  assert.deepEqual(
    ofOther.questions.map(({ id, asked }) => [id, asked]),
    [[sauna?.id, 1]],
  )
  assert.equal((await listQuestions(service, 'outcome=partly')).total, 0)
  // A question that comes later joins its group.
  await plantQuestions(service, code, ['sauna?'])
  assert.equal((await firstQuestion(service)).asked, 3)
})

test('questions of another organization are neither shown nor grouped', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const elsewhere = await createOrganization(service)
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  await plantQuestions(service, code, ['Is there a sauna?'])
  await plantQuestions(service, foreign, ['Is there a sauna?'])
  const here = await firstQuestion(service)
  assert.equal(here.conversations, 1)
  const there = await firstQuestion(service, `organization_id=${elsewhere.slug}`)
  assert.notEqual(there.id, here.id)
  const merged = await service.post<{ code: string }>(`/v1/questions/${here.id}/merge`, {
    question_ids: [there.id],
  })
  assert.equal(merged.status, 422)
  // A code that moves leaves its questions.
  await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id: elsewhere.id })
  assert.deepEqual(await firstQuestion(service), here)
  assert.deepEqual(await firstQuestion(service, `organization_id=${elsewhere.slug}`), there)
})

test('an answer becomes a source, which can be replaced', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  const path = `/v1/questions/${id}/answer`
  const first = await service.post<QuestionView>(path, { answer: 'Yes, on the top floor.' })
  assert.equal(first.status, 200, first.text)
  assert.deepEqual([first.body.status, first.body.code_ids], ['answered', null])
  const source = () => service.get<Source>(`/v1/knowledge/${first.body.source_id}`)
  const { body } = await source()
  // Not the words of the visitor.
  assert.deepEqual(
    [body.kind, body.question, body.answer, body.code_ids],
    ['question', 'Yes, on the top floor.', 'Yes, on the top floor.', null],
  )
  assert.equal((await listQuestions(service)).total, 0)
  assert.equal((await listQuestions(service, 'status=answered')).total, 1)

  const again = await service.post<QuestionView>(path, {
    question: 'Where is the sauna?',
    answer: 'In the cellar.',
    code_ids: [code.id],
  })
  assert.equal(again.body.source_id, first.body.source_id)
  const changed = (await source()).body
  assert.deepEqual(
    [changed.question, changed.answer, changed.code_ids],
    ['Where is the sauna?', 'In the cellar.', [code.id]],
  )
  // Without a new wording it stays.
  await service.post(path, { answer: 'In the basement.', code_ids: [code.id] })
  assert.equal((await source()).body.question, 'Where is the sauna?')
  // Assigning the question assigns its source.
  await service.patch(`/v1/questions/${id}`, { code_ids: null })
  assert.equal((await source()).body.code_ids, null)
  // After the owner has deleted the source, an answer makes a new one.
  await service.delete(`/v1/knowledge/${first.body.source_id}`)
  const anew = await service.post<QuestionView>(path, { answer: 'It is closed.' })
  assert.notEqual(anew.body.source_id, first.body.source_id)
})

test('the next visitor gets the answer of the owner', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
  const first = await openTalk(service, code.short_id)
  await first.ask('Is there a sauna?')
  const { id, question } = await firstQuestion(service, 'outcome=unknown')
  assert.equal(question, 'Is there a sauna?')
  await service.post(`/v1/questions/${id}/answer`, { answer: 'The sauna is on the top floor.' })
  const second = await openTalk(service, code.short_id)
  const { text } = await second.ask('Is there a sauna?')
  assert.match(text, /top floor/)
  assert.equal((await listQuestions(service)).total, 0)
})

test('the next visitor gets the whole answer of the owner, however long it is', async (t) => {
  const paragraphs = [
    'The sauna is on the top floor. It opens at 4 pm! Do you need a towel? Ask at the desk.',
    '- Bring: a towel\n- Leave: your phone',
    ...Array.from(
      { length: 12 },
      (_, at) => `Rule ${at}: ${'Ruhezeitenverordnungsparagraphen '.repeat(5)}thanks.`,
    ),
    'The last word: children only with their parents.',
  ]
  for (const QPR_KNOWLEDGE_PROMPT_TOKENS of ['6000', '1']) {
    const service = await startService(t, { settings: { QPR_KNOWLEDGE_PROMPT_TOKENS } })
    const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
    await (await openTalk(service, code.short_id)).ask('Is there a sauna?')
    const { id } = await firstQuestion(service, 'outcome=unknown')
    const answer = paragraphs.join('\n\n').slice(0, 4000)
    const { status, text } = await service.post(`/v1/questions/${id}/answer`, { answer })
    assert.equal(status, 200, text)
    const next = await openTalk(service, code.short_id)
    const said = await next.ask('Is there a sauna?')
    for (const paragraph of paragraphs) {
      for (const line of paragraph.split('\n')) {
        assert.ok(said.text.includes(line.replace(/^- /, '')), `${line} in ${said.text}`)
      }
    }
  }
})

test('a dismissed question stays dismissed when it is asked again, and can be opened again', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Will it rain?'])
  const { id } = await firstQuestion(service)
  const dismissed = await service.patch<QuestionView>(`/v1/questions/${id}`, {
    status: 'dismissed',
  })
  assert.equal(dismissed.body.status, 'dismissed')
  await plantQuestions(service, code, ['will it rain'])
  assert.equal((await listQuestions(service)).total, 0)
  assert.equal((await firstQuestion(service, 'status=dismissed')).asked, 2)
  await service.patch(`/v1/questions/${id}`, { status: 'open' })
  assert.equal((await firstQuestion(service)).id, id)
})

test('merged questions are one, and later ones join it', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Are dogs allowed?', 'May pets come along?', 'Sauna?'])
  const { questions } = await listQuestions(service)
  const idOf = (text: string) => questions.find(({ question }) => question === text)?.id ?? ''
  const [dogs, pets, sauna] = ['Are dogs allowed?', 'May pets come along?', 'Sauna?'].map(idOf)
  const path = `/v1/questions/${dogs}/merge`
  const merged = await service.post<QuestionView>(path, { question_ids: [pets] })
  assert.equal(merged.status, 200, merged.text)
  assert.equal(merged.body.asked, 2)
  assert.equal((await service.get(`/v1/questions/${pets}`)).status, 404)
  await plantQuestions(service, code, ['May pets come along'])
  assert.equal((await firstQuestion(service)).asked, 3)
  assert.equal((await service.post(path, { question_ids: [dogs] })).status, 422)
  assert.equal((await service.post(path, { question_ids: ['qst_x'] })).status, 404)
  await service.post(`/v1/questions/${sauna}/answer`, { answer: 'No.' })
  const refused = await service.post<{ code: string }>(path, { question_ids: [sauna] })
  assert.deepEqual([refused.status, refused.body.code], [409, 'question_answered'])
})

test('a wrong answer can be reported, once or twice, and leads to its question', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const id = await plantConversation(service, code, {
    said: ['When is breakfast?', 'At noon.'],
    ...open,
  })
  const view = await service.get<{ messages: { id: string }[] }>(`/v1/conversations/${id}`)
  const [asked, answer] = view.body.messages.map((message) => message.id)
  const report = (message_id: string | undefined) =>
    service.post<QuestionView>('/v1/questions', { message_id })
  const first = await report(answer)
  assert.equal(first.status, 201, first.text)
  assert.equal(first.body.question, 'When is breakfast?')
  await service.patch(`/v1/questions/${first.body.id}`, { status: 'dismissed' })
  const second = await report(answer)
  assert.deepEqual([second.body.id, second.body.status], [first.body.id, 'open'])
  assert.equal((await report(asked)).status, 404)
  assert.equal((await report('msg_x')).status, 404)
})

test('a deleted conversation takes its question along', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const [id] = await plantQuestions(service, code, ['My name is Ana Silva, where is my room?'])
  const question = await firstQuestion(service)
  await service.delete(`/v1/conversations/${id}`)
  assert.equal((await listQuestions(service)).total, 0)
  assert.equal((await service.get(`/v1/questions/${question.id}`)).status, 404)
})

test('codes of another organization, empty and too long answers are refused', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const elsewhere = await createOrganization(service)
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  for (const body of [
    {},
    { answer: '' },
    { answer: ' \n' },
    { answer: 'a'.repeat(4001) },
    { answer: 'a', question: '' },
    { answer: 'a', code_ids: [] },
    { answer: 'a', code_ids: [foreign.id] },
    { answer: 'a', code_ids: [code.id, code.id] },
  ]) {
    const { status } = await service.post(`/v1/questions/${id}/answer`, body)
    assert.equal(status, 422, JSON.stringify(body).slice(0, 80))
  }
  assert.equal((await firstQuestion(service)).status, 'open')
})

/** Vectors by meaning: one direction for warmth, another for everything else. */
const startEmbedder = async (t: TestContext) => {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await textOf(request)) as { input: string[] }
    asked.push(...input)
    // A model that fails must not hide the questions.
    if (input.some((one) => one.includes('garage'))) return response.writeHead(400).end()
    const data = input.map((one, index) => ({
      index,
      embedding: /sauna|schwitzen/i.test(one) ? [1, 0.1] : [0.1, 1],
    }))
    response.setHeader('Content-Type', 'application/json')
    return response.end(JSON.stringify({ data, model: 'fake', usage: { prompt_tokens: 1 } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { asked, url }
}

test('with an embedding model, questions without a common word are one; without its answer, words decide', async (t) => {
  const { asked, url } = await startEmbedder(t)
  const settings = { QPR_AI_EMBEDDING_MODEL: 'compatible:fake', QPR_AI_BASE_URL: url }
  const service = await startOwnService(t, { settings })
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?', 'Wo kann man hier schwitzen?'])
  assert.equal((await firstQuestion(service)).asked, 2)
  assert.equal(asked.length, 2)
  await plantQuestions(service, code, ['Where is the garage?', 'the garage, where?'])
  const { questions } = await listQuestions(service)
  assert.deepEqual(
    questions.map((one) => one.asked),
    [2, 2],
  )
  // Vectors of another model do not compare with those of this one.
  await service.database.transaction(({ db }) =>
    db.updateTable('asked_questions').set({ vector_model: 'compatible:former' }).execute(),
  )
  await plantQuestions(service, code, ['Schwitzen?'])
  assert.equal((await listQuestions(service)).questions.length, 3)
})
