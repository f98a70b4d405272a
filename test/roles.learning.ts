// The entries of unanswered questions of roles.operations.ts.
import { plantConversation } from './harness/data/conversations.ts'
import { createCode } from './harness/data/given.ts'
import { listQuestions, plantQuestions } from './harness/data/questions.ts'
import type { Given, Operation } from './roles.operations.ts'

/** Two questions that are not alike. */
const questionPaths = async ({ service, organizationId }: Given) => {
  const code = await createCode(service, { organization_id: organizationId })
  const at = Date.now()
  await plantQuestions(service, code, [
    { question: 'Is there a sauna?', at: at - 2000 },
    { question: 'Where is the garage?', at: at - 1000 },
  ])
  const { questions } = await listQuestions(service, `organization_id=${organizationId}`)
  // Both were asked in the same millisecond.
  const inOrder = questions.toSorted((a, b) => (a.question < b.question ? -1 : 1))
  return inOrder.map(({ id }) => ({ id, path: `/v1/questions/${id}` }))
}

const questionPath = async (given: Given) => (await questionPaths(given))[0]?.path ?? ''

const answerId = async ({ service, organizationId }: Given) => {
  const code = await createCode(service, { organization_id: organizationId })
  const id = await plantConversation(service, code)
  const { body } = await service.get<{ messages: { id: string }[] }>(`/v1/conversations/${id}`)
  return body.messages[1]?.id
}

export const learningOperations: Record<string, Operation> = {
  'GET /v1/questions': {
    permission: 'conversations:read',
    request: async ({ organizationId }) => ({
      path: `/v1/questions?organization_id=${organizationId}`,
    }),
  },
  'POST /v1/questions': {
    permission: 'knowledge:write',
    request: async (given) => ({
      path: '/v1/questions',
      body: { message_id: await answerId(given) },
    }),
  },
  'GET /v1/questions/{id}': {
    permission: 'conversations:read',
    request: async (given) => ({ path: await questionPath(given) }),
  },
  'PATCH /v1/questions/{id}': {
    permission: 'knowledge:write',
    request: async (given) => ({
      path: await questionPath(given),
      body: { status: 'dismissed' },
    }),
  },
  'POST /v1/questions/{id}/answer': {
    permission: 'knowledge:write',
    request: async (given) => ({
      path: `${await questionPath(given)}/answer`,
      body: { answer: 'Yes, on the top floor.' },
    }),
  },
  'POST /v1/questions/{id}/merge': {
    permission: 'knowledge:write',
    request: async (given) => {
      const [first, second] = await questionPaths(given)
      return { path: `${first?.path}/merge`, body: { question_ids: [second?.id] } }
    },
  },
}
