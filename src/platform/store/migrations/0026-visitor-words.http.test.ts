import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../../test/harness/data/given.ts'
import {
  listQuestions,
  plantQuestions,
  type QuestionView,
} from '../../../../test/harness/data/questions.ts'
import { startService } from '../../../../test/harness/service/service.ts'
import { removeVisitorWords } from './0026-visitor-words.ts'

const words = 'I am Ana Silva, is there a sauna?'
const own = 'Where is the pool?'

test("the words of visitors leave the sources of answers and the audit log; the owner's stay", async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantQuestions(service, code, [words, 'pool??'])
  const { questions } = await listQuestions(service)
  for (const { id, question } of questions) {
    // As earlier versions did without a wording of the owner.
    const body = { question: question === words ? words : own, answer: 'On the top\nfloor.' }
    const answered = await service.post<QuestionView>(`/v1/questions/${id}/answer`, body)
    assert.equal(answered.status, 200, answered.text)
  }
  const { db } = service.database
  const stored = async () =>
    JSON.stringify([
      await db.selectFrom('knowledge_sources').selectAll().execute(),
      await db.selectFrom('knowledge_passages').selectAll().execute(),
      await db.selectFrom('audit_entries').selectAll().execute(),
    ])
  assert.match(await stored(), /Silva/)
  await service.database.transaction((tx) => removeVisitorWords(tx.db))
  assert.doesNotMatch(await stored(), /Silva/)
  const { body } = await service.get<{ sources: { title: string; question: string }[] }>(
    '/v1/knowledge',
  )
  assert.deepEqual(body.sources.map(({ title, question }) => [title, question]).toSorted(), [
    ['On the top floor.', 'On the top floor.'],
    [own, own],
  ])
  const found = await service.get<{ passages: { headings: string[] }[] }>(
    '/v1/knowledge/search?q=floor',
  )
  assert.deepEqual(found.body.passages.map(({ headings }) => headings).toSorted(), [
    ['On the top floor.'],
    [own],
  ])
})
