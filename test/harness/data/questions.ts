// Questions that the codes could not answer.
import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import type {
  PageOfQuestions,
  QuestionDetail,
  QuestionSchema,
} from '../../../src/features/questions/questions.schema.ts'
import { recordQuestion } from '../../../src/features/questions/questions.ts'
import { runUnaudited } from '../../../src/platform/change.ts'
import type { Service } from '../service/service.ts'
import { plantConversations } from './conversations.ts'

export type Question = Static<typeof QuestionSchema>
export type QuestionView = Static<typeof QuestionDetail>

type Talk = NonNullable<Parameters<typeof plantConversations>[2]>[number]

/** Conversations of one question each, which the answer did not know. Returns their ids. */
export const plantQuestions = async (
  service: Service,
  code: { id: string },
  questions: (string | (Omit<Talk, 'said'> & { question: string }))[],
): Promise<string[]> => {
  const talks = questions.map((one) => {
    const { question, ...talk } = typeof one === 'string' ? { question: one } : one
    return { ...talk, said: [question, 'I do not know that.'] }
  })
  const ids = await plantConversations(service, code, talks)
  for (const id of ids) await markUnknown(service, id)
  return ids
}

/** As the end of an answer that did not know it. */
const markUnknown = ({ internals }: Service, conversationId: string) =>
  runUnaudited(internals, async (change) => {
    const answer = await change.db
      .updateTable('messages')
      .set({ outcome: 'unknown', outcome_reported: 'unknown' })
      .where('conversation_id', '=', conversationId)
      .where('role', '=', 'assistant')
      .returning('id')
      .executeTakeFirstOrThrow()
    const { organization_id: organizationId } = await change.db
      .selectFrom('conversations')
      .select('organization_id')
      .where('id', '=', conversationId)
      .executeTakeFirstOrThrow()
    await recordQuestion(change, {
      answerId: answer.id,
      conversationId,
      organizationId,
    })
  })

export const listQuestions = async (service: Service, query = '', key = service.key) => {
  const path = `/v1/questions?${query}`
  const answer = await service.get<Static<typeof PageOfQuestions>>(path, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The first group of the list. */
export const firstQuestion = async (service: Service, query = ''): Promise<Question> => {
  const [first] = (await listQuestions(service, query)).questions
  assert.ok(first, 'there is no question')
  return first
}
