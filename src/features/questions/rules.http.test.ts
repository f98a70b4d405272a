// What the owner sees of questions, and what each request does to them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noon, open, plantConversation } from '../../../test/harness/data/conversations.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import {
  firstQuestion,
  listQuestions,
  plantQuestions,
  type QuestionView,
} from '../../../test/harness/data/questions.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'

const minuteMs = 60_000
const iso = (at: number) => new Date(at).toISOString()

/** The answer in each conversation. */
const answersOf = async (service: Service, conversationId: string | undefined) => {
  const path = `/v1/conversations/${conversationId}`
  const { body } = await service.get<{ messages: { id: string; role: string }[] }>(path)
  return body.messages.flatMap(({ id, role }) => (role === 'assistant' ? id : []))
}

const twoQuestions = async (service: Service) => {
  const [first, second] = (await listQuestions(service)).questions
  assert.ok(first && second)
  return [first, second] as const
}

const refusalOf = ({ status, body }: { status: number; body: ProblemBody }) => {
  const [error] = body.errors ?? []
  return error
    ? [status, error.pointer, error.code, error.message]
    : [status, body.code, body.detail]
}

test('a question and its list have whole bodies', async (t) => {
  const service = await startService(t)
  const organization_id = await service.defaultOrganizationId()
  const code = await createCode(service, { name: 'Harbour Hotel' })
  const [first, second, third] = await plantQuestions(service, code, [
    { question: 'Is there a sauna?', language: 'de' },
    { question: 'sauna?', at: noon + minuteMs, language: 'de' },
    { question: `${'Sauna '.repeat(49)}Sauna 💥`, at: noon + 2 * minuteMs, language: 'en' },
  ])
  const { questions, ...page } = await listQuestions(service)
  assert.deepEqual(page, { total: 1, limit: 50, offset: 0 })
  const [question] = questions
  assert.ok(question)
  assert.match(question.id, /^qst_/)
  const { id, first_asked_at, last_asked_at, ...rest } = question
  assert.deepEqual(rest, {
    organization_id,
    status: 'open',
    question: `${'Sauna '.repeat(49)}Sauna 💥`.slice(0, 300).toWellFormed(),
    asked: 3,
    conversations: 3,
    languages: ['de', 'en'],
    asked_code_ids: [code.id],
    code_ids: null,
    source_id: null,
    answered_at: null,
  })
  assert.ok(first_asked_at <= last_asked_at)
  const { body } = await service.get<QuestionView>(`/v1/questions/${id}`)
  const { questions: asked, ...detail } = body
  assert.deepEqual(detail, question)
  assert.deepEqual(
    asked.map(({ conversation_id }) => conversation_id),
    [third, second, first],
  )
  const [answer] = await answersOf(service, first)
  assert.deepEqual(asked.at(-1), {
    message_id: answer,
    conversation_id: first,
    qpr_code_id: code.id,
    code_name: 'Harbour Hotel',
    question: 'Is there a sauna?',
    language: 'de',
    outcome: 'unknown',
    asked_at: first_asked_at,
  })
})

test('questions of more conversations come first, then those asked last', async (t) => {
  const clock = fakeClock('2099-03-01T12:00:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  for (const text of ['Will it rain?', 'Where is the pool?', 'Are dogs allowed?', 'dogs allowed']) {
    await plantQuestions(service, code, [text])
    clock.advance(minuteMs)
  }
  const textsOf = async (query: string) =>
    (await listQuestions(service, query)).questions.map(({ question }) => question)
  const order = ['dogs allowed', 'Where is the pool?', 'Will it rain?']
  assert.deepEqual(await textsOf(''), order)
  const firstPage = await listQuestions(service, 'limit=1&cursor=')
  assert.equal(firstPage.total, 3)
  assert.deepEqual(await textsOf(`limit=1&cursor=${firstPage.next_cursor}`), order.slice(1, 2))
  assert.deepEqual(await textsOf('limit=2&offset=1'), order.slice(1))
  const { first_asked_at, last_asked_at } = await firstQuestion(service)
  const asked = clock.now()
  assert.deepEqual(
    [first_asked_at, last_asked_at],
    [iso(asked - 2 * minuteMs), iso(asked - minuteMs)],
  )
})

test('questions that were asked at the same time are in the reverse order of their ids', async (t) => {
  const service = await startService(t, { clock: fakeClock('2099-03-01T13:00:00Z') })
  const code = await createCode(service)
  const texts = ['Will it rain?', 'Where is the pool?', 'Are dogs allowed?', 'Is there a sauna?']
  await plantQuestions(service, code, [...texts, 'wifi password', 'breakfast times'])
  const ids = (await listQuestions(service)).questions.map(({ id }) => id)
  assert.equal(ids.length, 6)
  assert.deepEqual(ids, ids.toSorted().toReversed())
})

test('at most 20 codes of a question are named, the most frequent first', async (t) => {
  const service = await startService(t)
  const codes: { id: string }[] = []
  for (let at = 0; at < 21; at++) codes.push(await createCode(service))
  for (const code of codes) await plantQuestions(service, code, ['Is there a sauna?'])
  const last = codes.at(-1)
  assert.ok(last)
  await plantQuestions(service, last, ['sauna?'])
  const { asked_code_ids } = await firstQuestion(service)
  const others = codes.map(({ id }) => id).filter((id) => id !== last.id)
  assert.deepEqual(asked_code_ids, [last.id, ...others.toSorted().slice(0, 19)])
})

test('a question has its newest 100 questions', async (t) => {
  const clock = fakeClock('2099-03-02T12:00:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  const [oldest] = await plantQuestions(service, code, ['Is there a sauna?'])
  clock.advance(minuteMs)
  await plantQuestions(service, code, Array(100).fill('sauna?'))
  const { id, asked } = await firstQuestion(service)
  const { body } = await service.get<QuestionView>(`/v1/questions/${id}`)
  assert.deepEqual([asked, body.asked, body.questions.length], [101, 101, 100])
  assert.ok(body.questions.every(({ conversation_id }) => conversation_id !== oldest))
})

test('a question that comes again after its answer is a new one', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  await service.post(`/v1/questions/${id}/answer`, { answer: 'Yes.' })
  await plantQuestions(service, code, ['Is there a sauna?'])
  const again = await firstQuestion(service)
  assert.notEqual(again.id, id)
  assert.deepEqual([again.asked, again.status, again.source_id], [1, 'open', null])
})

test('an answered question cannot be dismissed, opened or merged, and its time stays', async (t) => {
  const clock = fakeClock('2099-03-03T12:00:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?', 'Where is the pool?'])
  const [{ id }, other] = await twoQuestions(service)
  const path = `/v1/questions/${id}`
  const answered = await service.post<QuestionView>(`${path}/answer`, { answer: 'Yes.' })
  assert.equal(answered.body.answered_at, '2099-03-03T12:00:00.000Z')
  const refused = [
    409,
    'question_answered',
    'This question is already answered. Answer it again to replace its answer.',
  ]
  for (const status of ['dismissed', 'open']) {
    assert.deepEqual(refusalOf(await service.patch<ProblemBody>(path, { status })), refused)
  }
  const merge = (into: string, question_ids: string[]) =>
    service.post<ProblemBody>(`/v1/questions/${into}/merge`, { question_ids })
  assert.deepEqual(refusalOf(await merge(id, [other.id])), refused)
  assert.deepEqual(refusalOf(await merge(other.id, [id])), refused)
  clock.advance(minuteMs)
  const assigned = await service.patch<QuestionView>(path, { code_ids: [code.id] })
  assert.deepEqual(assigned.body, { ...answered.body, code_ids: [code.id] })
  const again = await service.post<QuestionView>(`${path}/answer`, { answer: 'No.' })
  assert.equal(again.body.answered_at, '2099-03-03T12:01:00.000Z')
})

test('a merge is refused with itself, with a question elsewhere and with an unknown one', async (t) => {
  const service = await startService(t)
  const elsewhere = await createOrganization(service)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?', 'Where is the pool?'])
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  await plantQuestions(service, foreign, ['Is there a sauna?'])
  const [{ id }, other] = await twoQuestions(service)
  const there = await firstQuestion(service, `organization_id=${elsewhere.id}`)
  const merge = async (...question_ids: string[]) =>
    refusalOf(await service.post<ProblemBody>(`/v1/questions/${id}/merge`, { question_ids }))
  assert.deepEqual(await merge(other.id, id), [
    422,
    '/question_ids',
    'invalid',
    'A question cannot be merged with itself.',
  ])
  assert.deepEqual(await merge(other.id, there.id), [
    422,
    '/question_ids',
    'other_organization',
    'Only questions of the same organization can be merged.',
  ])
  assert.deepEqual(await merge(other.id, 'qst_x'), [
    404,
    'question_not_found',
    'There is no question qst_x.',
  ])
  assert.equal((await listQuestions(service)).total, 2)
})

test('a question of another account is not found, whatever the request', async (t) => {
  const [service, stranger] = [await startService(t), await startService(t)]
  const code = await createCode(service)
  const [conversation] = await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  const path = `/v1/questions/${id}`
  const answers = [
    await stranger.get<ProblemBody>(path),
    await stranger.patch<ProblemBody>(path, { status: 'dismissed' }),
    await stranger.post<ProblemBody>(`${path}/answer`, { answer: 'Mine.' }),
    await stranger.post<ProblemBody>(`${path}/merge`, { question_ids: ['qst_x'] }),
  ]
  for (const answer of answers) {
    assert.deepEqual(refusalOf(answer), [404, 'question_not_found', `There is no question ${id}.`])
  }
  const [message_id] = await answersOf(service, conversation)
  assert.deepEqual(refusalOf(await stranger.post<ProblemBody>('/v1/questions', { message_id })), [
    404,
    'message_not_found',
    `There is no finished answer ${message_id}.`,
  ])
  assert.equal((await listQuestions(stranger)).total, 0)
  assert.equal((await stranger.get(`/v1/questions?qpr_code_id=${code.id}`)).status, 404)
})

test('codes of an answer or a question are those of its organization', async (t) => {
  const service = await startService(t)
  const elsewhere = await createOrganization(service)
  const code = await createCode(service)
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  const path = `/v1/questions/${id}`
  const code_ids = [code.id, foreign.id]
  const refused = [422, '/code_ids/1', 'unknown', 'The organization has no code with this id.']
  assert.deepEqual(refusalOf(await service.patch<ProblemBody>(path, { code_ids })), refused)
  assert.deepEqual(
    refusalOf(await service.post<ProblemBody>(`${path}/answer`, { answer: 'Yes.', code_ids })),
    refused,
  )
  const assigned = await service.patch<QuestionView>(path, { code_ids: [code.id] })
  assert.deepEqual([assigned.body.status, assigned.body.code_ids], ['open', [code.id]])
  // An answer without codes has those of the question, and so has its source.
  const { body } = await service.post<QuestionView>(`${path}/answer`, { answer: 'Yes.' })
  const source = await service.get<{ code_ids: string[] }>(`/v1/knowledge/${body.source_id}`)
  assert.deepEqual([body.code_ids, source.body.code_ids], [[code.id], [code.id]])
})

test('the source of an answer has the words of the owner as its title, in one line', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  const answer = async (input: object) => {
    const { body } = await service.post<QuestionView>(`/v1/questions/${id}/answer`, input)
    const source = await service.get<{ title: string; question: string; answer: string }>(
      `/v1/knowledge/${body.source_id}`,
    )
    const { title, question, answer: said } = source.body
    return [title, question, said]
  }
  const long = `Yes,\n ${'x'.repeat(300)}`
  const start = `Yes, ${'x'.repeat(195)}`
  assert.deepEqual(await answer({ answer: long }), [start, start, long])
  assert.deepEqual(await answer({ answer: 'No.', question: 'Where\nis it?' }), [
    'Where is it?',
    'Where\nis it?',
    'No.',
  ])
})

test('a reported answer joins the group of its question, with the time of the answer', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  await service.patch(`/v1/questions/${id}`, { status: 'dismissed' })
  const said = ['Hello', 'Good day!', 'sauna?', 'Yes.']
  const talk = await plantConversation(service, code, { said, ...open, at: noon })
  const [, answer] = await answersOf(service, talk)
  const { status, body } = await service.post<QuestionView>('/v1/questions', { message_id: answer })
  assert.deepEqual([status, body.id, body.asked, body.conversations], [201, id, 2, 2])
  const reported = body.questions.find(({ message_id }) => message_id === answer)
  assert.deepEqual(
    [reported?.question, reported?.outcome, reported?.asked_at],
    ['sauna?', 'unknown', iso(noon + 3000)],
  )
  // It is worth an answer after all.
  assert.equal((await firstQuestion(service)).id, id)
  // Again, it is not counted twice.
  const again = await service.post<QuestionView>('/v1/questions', { message_id: answer })
  assert.deepEqual([again.status, again.body.asked], [201, 2])
  const view = await service.get<{ messages: { id: string; outcome: string | null }[] }>(
    `/v1/conversations/${talk}`,
  )
  assert.equal(view.body.messages.find((one) => one.id === answer)?.outcome, 'unknown')
})

test('a reported answer that is like no other question is a new one, and not like an answered one', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?'])
  const { id } = await firstQuestion(service)
  await service.post(`/v1/questions/${id}/answer`, { answer: 'Yes.' })
  const report = async (question: string) => {
    const talk = await plantConversation(service, code, { said: [question, 'No.'], ...open })
    const [message_id] = await answersOf(service, talk)
    return (await service.post<QuestionView>('/v1/questions', { message_id })).body
  }
  const pool = await report('Where is the pool?')
  const sauna = await report('Is there a sauna?')
  assert.equal(new Set([id, pool.id, sauna.id]).size, 3)
  assert.deepEqual([pool.asked, sauna.asked, sauna.status], [1, 1, 'open'])
})

test('an answer goes to open conversations only, and once to each', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?'])
  const said = ['Is there a sauna?', 'No.', 'Really no sauna?', 'No.']
  const still = await plantConversation(service, code, { said, ...open })
  for (const message_id of await answersOf(service, still)) {
    await service.post('/v1/questions', { message_id })
  }
  const { id } = await firstQuestion(service)
  await service.post(`/v1/questions/${id}/answer`, { answer: 'Yes, upstairs.' })
  const { body } = await service.get<QuestionView>(`/v1/questions/${id}`)
  assert.deepEqual([body.asked, body.conversations], [3, 2])
  const ended = body.questions.find(({ conversation_id }) => conversation_id !== still)
  const toldIn = async (conversationId: string | undefined) => {
    const path = `/v1/conversations/${conversationId}`
    const view = await service.get<{ messages: { role: string; text: string }[] }>(path)
    return view.body.messages.flatMap(({ role, text }) => (role === 'owner' ? text : []))
  }
  assert.deepEqual(
    [await toldIn(still), await toldIn(ended?.conversation_id)],
    [['Yes, upstairs.'], []],
  )
})

test('conversations that have ended take no place of the 200 that an answer reaches', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, Array(200).fill('Is there a sauna?'))
  const [still] = await plantQuestions(service, code, [
    { question: 'Is there a sauna?', ...open, at: noon + minuteMs },
  ])
  const { id, conversations } = await firstQuestion(service)
  assert.equal(conversations, 201)
  await service.post(`/v1/questions/${id}/answer`, { answer: 'Yes, upstairs.' })
  const { body } = await service.get<{ messages: { role: string }[] }>(`/v1/conversations/${still}`)
  assert.equal(body.messages.at(-1)?.role, 'owner')
})
