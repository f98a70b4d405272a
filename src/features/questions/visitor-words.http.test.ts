import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import {
  firstQuestion,
  listQuestions,
  type QuestionView,
} from '../../../test/harness/data/questions.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const words = 'I am Ana Silva of room 12, is there a sauna for my arthritis?'

/** All texts of the database that are not part of a conversation. */
const storedTexts = async ({ database }: Service): Promise<string> => {
  const { db } = database
  const tables = [
    await db.selectFrom('knowledge_sources').selectAll().execute(),
    await db.selectFrom('knowledge_passages').selectAll().execute(),
    await db.selectFrom('knowledge_documents').selectAll().execute(),
    await db.selectFrom('audit_entries').selectAll().execute(),
    await db.selectFrom('jobs').selectAll().execute(),
    await db.selectFrom('question_groups').selectAll().execute(),
    await db.selectFrom('asked_questions').selectAll().execute(),
  ]
  return JSON.stringify(tables)
}

test("a visitor's words are in no source, title, job or audit entry, whoever deletes the conversation", async (t) => {
  const service = await startOwnService(t)
  for (const deletion of ['visitor', 'owner', 'code'] as const) {
    const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
    const visitor = await openTalk(service, code.short_id)
    await visitor.ask(words)
    const { id } = await firstQuestion(service)
    const path = `/v1/questions/${id}/answer`
    const answered = await service.post<QuestionView>(path, {
      answer: 'Yes, the sauna is upstairs.',
    })
    assert.equal(answered.status, 200, answered.text)
    await service.post(path, { answer: 'Yes, the sauna is on the top floor.' })
    assert.doesNotMatch(await storedTexts(service), /Silva|arthritis/)
    const source = await service.get<{ title: string }>(`/v1/knowledge/${answered.body.source_id}`)
    assert.equal(source.body.title, 'Yes, the sauna is upstairs.')
    if (deletion === 'visitor') await visitor.forget()
    if (deletion === 'owner') await service.delete(`/v1/conversations/${visitor.conversation_id}`)
    if (deletion === 'code') await service.delete(`/v1/qpr-codes/${code.id}`)
    const { total } = await listQuestions(service, 'status=answered')
    assert.equal(total, 0, deletion)
    await service.delete(`/v1/knowledge/${answered.body.source_id}`)
    assert.doesNotMatch(await storedTexts(service), /Silva|arthritis/)
  }
})

test('an answer goes only to visitors who wait at the codes that it is for', async (t) => {
  const service = await startService(t)
  const prompt = 'Breakfast is at seven.'
  const here = await createCode(service, { prompt })
  const there = await createCode(service, { prompt })
  const waiting = await openTalk(service, here.short_id)
  const elsewhere = await openTalk(service, there.short_id)
  for (const visitor of [waiting, elsewhere]) await visitor.ask('What is the wifi password?')
  const { id } = await firstQuestion(service)
  const lastOf = async (visitor: typeof waiting) => (await visitor.view()).messages.at(-1)?.text
  await service.post(`/v1/questions/${id}/answer`, { answer: 'It is 1234.', code_ids: [here.id] })
  assert.equal(await lastOf(waiting), 'It is 1234.')
  assert.doesNotMatch((await lastOf(elsewhere)) ?? '', /1234/)
  // The codes of the question count too, when the answer names none.
  await service.patch(`/v1/questions/${id}`, { code_ids: [there.id] })
  await service.post(`/v1/questions/${id}/answer`, { answer: 'It is 5678.' })
  assert.equal(await lastOf(elsewhere), 'It is 5678.')
  assert.equal(await lastOf(waiting), 'It is 1234.')
  await service.post(`/v1/questions/${id}/answer`, { answer: 'No wifi.', code_ids: null })
  assert.deepEqual([await lastOf(waiting), await lastOf(elsewhere)], ['No wifi.', 'No wifi.'])
})

test('a question that names a deleted code can be answered, dismissed and assigned', async (t) => {
  const service = await startService(t)
  const prompt = 'Breakfast is at seven.'
  const [code, deleted, other] = [
    await createCode(service, { prompt }),
    await createCode(service, { prompt }),
    await createCode(service, { prompt }),
  ]
  await (await openTalk(service, code.short_id)).ask('Is there a sauna?')
  const { id } = await firstQuestion(service)
  const path = `/v1/questions/${id}`
  await service.patch(path, { code_ids: [deleted.id, other.id] })
  await service.delete(`/v1/qpr-codes/${deleted.id}`)
  assert.deepEqual((await firstQuestion(service)).code_ids, [other.id])
  await service.delete(`/v1/qpr-codes/${other.id}`)
  for (const [method, url, body] of [
    ['PATCH', path, { status: 'dismissed' }],
    ['PATCH', path, { status: 'open' }],
    ['POST', `${path}/answer`, { answer: 'Yes.' }],
    ['POST', `${path}/answer`, { answer: 'Yes.', code_ids: [code.id] }],
  ] as const) {
    const changed =
      method === 'PATCH'
        ? await service.patch<QuestionView>(url, body)
        : await service.post<QuestionView>(url, body)
    assert.equal(changed.status, 200, changed.text)
  }
  assert.deepEqual((await service.get<QuestionView>(path)).body.code_ids, [code.id])
  // A field that was sent is still checked.
  const refused = await service.patch(path, { code_ids: [deleted.id] })
  assert.equal(refused.status, 422)
})
