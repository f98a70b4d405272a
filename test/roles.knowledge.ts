// The knowledge entries of roles.operations.ts.
import { createQuestionSource } from '../src/features/knowledge/sources.create.ts'
import { runUnaudited } from '../src/platform/change.ts'
import type { Given, Operation } from './roles.operations.ts'

const question = { kind: 'question', question: 'Is there a sauna?', answer: 'Yes.' }

const sourcePath = async ({ service, organizationId }: Given, end = '') => {
  const id = await runUnaudited(service.internals, (change) =>
    createQuestionSource(change, organizationId, question, null),
  )
  return `/v1/knowledge/${id}${end}`
}

/** A source that can be read again. */
const filePath = async (given: Given, end: string) => {
  const path = await sourcePath(given)
  await given.service.database.transaction(({ db }) =>
    db
      .updateTable('knowledge_sources')
      .set({ kind: 'file' })
      .where('id', '=', path.slice('/v1/knowledge/'.length))
      .execute(),
  )
  return `${path}${end}`
}

export const knowledgeOperations: Record<string, Operation> = {
  'GET /v1/knowledge': {
    permission: 'knowledge:read',
    request: async ({ organizationId }) => ({
      path: `/v1/knowledge?organization_id=${organizationId}`,
    }),
  },
  'POST /v1/knowledge': {
    permission: 'knowledge:write',
    request: async ({ organizationId }) => ({
      path: '/v1/knowledge',
      body: { ...question, organization_id: organizationId },
    }),
  },
  'POST /v1/knowledge/files': {
    permission: 'knowledge:write',
    request: async ({ organizationId }) => ({
      path: `/v1/knowledge/files?name=a.txt&organization_id=${organizationId}`,
      rawBody: 'The sauna is in the basement.',
      headers: { 'Content-Type': 'application/octet-stream' },
    }),
  },
  'GET /v1/knowledge/search': {
    permission: 'knowledge:read',
    request: async ({ organizationId }) => ({
      path: `/v1/knowledge/search?q=sauna&organization_id=${organizationId}`,
    }),
  },
  'GET /v1/knowledge/{id}': {
    permission: 'knowledge:read',
    request: async (given) => ({ path: await sourcePath(given) }),
  },
  'GET /v1/knowledge/{id}/text': {
    permission: 'knowledge:read',
    request: async (given) => ({ path: await sourcePath(given, '/text') }),
  },
  'PUT /v1/knowledge/{id}/text': {
    permission: 'knowledge:write',
    request: async (given) => {
      const path = await filePath(given, '/text')
      const passage = await given.service.database.db
        .selectFrom('knowledge_passages')
        .select('id')
        .where('source_id', '=', path.split('/')[3] ?? '')
        .executeTakeFirst()
      return { path, body: { passage_id: passage?.id, text: 'No.' } }
    },
  },
  'PATCH /v1/knowledge/{id}': {
    permission: 'knowledge:write',
    request: async (given) => ({ path: await sourcePath(given), body: { title: 'Sauna' } }),
  },
  'POST /v1/knowledge/{id}/refresh': {
    permission: 'knowledge:write',
    request: async (given) => ({ path: await filePath(given, '/refresh') }),
  },
  'DELETE /v1/knowledge/{id}': {
    permission: 'knowledge:write',
    request: async (given) => ({ path: await sourcePath(given) }),
  },
}
