import type { Permission } from '#contract/roles.ts'
import { plantConversation } from './harness/data/conversations.ts'
import { createCode, createKey } from './harness/data/given.ts'
import type { Service } from './harness/service/service.ts'
import { signIn } from './harness/service/session.ts'
import { billingOperations } from './roles.billing.ts'
import { historyOperations } from './roles.history.ts'
import { jobOperations } from './roles.jobs.ts'
import { knowledgeOperations } from './roles.knowledge.ts'
import { learningOperations } from './roles.learning.ts'
import { organizationOperations } from './roles.organizations.ts'
import { peopleOperations } from './roles.people.ts'
import { webhookOperations } from './roles.webhooks.ts'

/** A request about an object of the organization. */
export interface Request {
  path: string
  body?: object
  /** Instead of a JSON body. */
  rawBody?: string
  headers?: Record<string, string>
}

export interface Given {
  service: Service
  organizationId: string
  /** The caller of the request. */
  key: string
}

export interface Operation {
  /** Null: every caller with a key, for their own objects. */
  permission: Permission | null
  /** Creates the object of the request, so that only the role decides. */
  request: (given: Given) => Promise<Request>
  /** The status for a permitted caller, in the service of the tests. */
  refusal?: string
  /** A request that names no object has no foreign object to test. */
  namesNothing?: true
}

const codePath = async ({ service, organizationId }: Given) =>
  `/v1/qpr-codes/${(await createCode(service, { organization_id: organizationId })).id}`

const conversationPath = async ({ service, organizationId }: Given) => {
  const code = await createCode(service, { organization_id: organizationId })
  return `/v1/conversations/${await plantConversation(service, code)}`
}

const putLogo = async (given: Given) => ({
  path: `${await codePath(given)}/logo`,
  rawBody:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
  headers: { 'Content-Type': 'image/svg+xml' },
})

const ownKeyPath = async ({ service, organizationId, key }: Given) =>
  `/v1/api-keys/${(await createKey(service, { organization_id: organizationId }, key)).id}`

const ownSessionPath = async ({ service, key }: Given) => {
  const { body } = await service.get<{ user: { email: string } }>('/v1/account', { key })
  await signIn(service, body.user.email)
  const list = await service.get<{ sessions: { id: string }[] }>('/v1/sessions', { key })
  return `/v1/sessions/${list.body.sessions[0]?.id}`
}

/** Every operation of the document has an entry here; a new one fails until it has one. */
export const operations: Record<string, Operation> = {
  ...jobOperations,
  ...knowledgeOperations,
  'GET /v1/qpr-codes': {
    permission: 'codes:read',
    request: async ({ organizationId }) => ({
      path: `/v1/qpr-codes?organization_id=${organizationId}`,
    }),
  },
  'POST /v1/qpr-codes': {
    permission: 'codes:write',
    request: async ({ organizationId }) => ({
      path: '/v1/qpr-codes',
      body: { name: 'a', prompt: 'b', organization_id: organizationId },
    }),
  },
  'GET /v1/qpr-codes/{id}': {
    permission: 'codes:read',
    request: async (given) => ({ path: await codePath(given) }),
  },
  'PATCH /v1/qpr-codes/{id}': {
    permission: 'codes:write',
    request: async (given) => ({ path: await codePath(given), body: { status: 'archived' } }),
  },
  'DELETE /v1/qpr-codes/{id}': {
    permission: 'codes:delete',
    request: async (given) => ({ path: await codePath(given) }),
  },
  'GET /v1/qpr-codes/{id}/logo': {
    permission: 'codes:read',
    request: async (given) => {
      const put = await putLogo(given)
      await given.service.request('PUT', put.path, put)
      return { path: put.path }
    },
  },
  'PUT /v1/qpr-codes/{id}/logo': { permission: 'codes:write', request: putLogo },
  'DELETE /v1/qpr-codes/{id}/logo': {
    permission: 'codes:write',
    request: async (given) => ({ path: `${await codePath(given)}/logo` }),
  },
  'POST /v1/qpr-codes/preview-image': {
    permission: 'codes:write',
    request: async (given) => ({
      path: '/v1/qpr-codes/preview-image',
      body: { qpr_code_id: (await codePath(given)).split('/').at(-1) },
    }),
  },
  'POST /v1/qpr-codes/preview-answer': {
    permission: 'codes:write',
    request: async ({ organizationId }) => ({
      path: '/v1/qpr-codes/preview-answer',
      body: {
        name: 'a',
        prompt: 'b',
        messages: [{ role: 'visitor', text: 'c' }],
        organization_id: organizationId,
      },
    }),
  },
  'POST /v1/qpr-codes/print-sheet': {
    permission: 'codes:read',
    request: async (given) => ({
      path: '/v1/qpr-codes/print-sheet',
      body: { ids: [(await codePath(given)).split('/').at(-1)] },
    }),
  },
  'GET /v1/qpr-codes/{id}/print': {
    permission: 'codes:read',
    request: async (given) => ({ path: `${await codePath(given)}/print?kind=sticker` }),
  },
  'GET /v1/qpr-codes/{id}/print-preview': {
    permission: 'codes:read',
    request: async (given) => ({ path: `${await codePath(given)}/print-preview?kind=sticker` }),
  },
  'POST /v1/qpr-codes/bulk': {
    permission: 'codes:write',
    request: async ({ organizationId }) => ({
      path: '/v1/qpr-codes/bulk',
      body: { codes: [{ name: 'a', prompt: 'b' }], organization_id: organizationId },
    }),
  },
  'POST /v1/qpr-codes/archive': {
    permission: 'codes:write',
    request: async (given) => ({
      path: '/v1/qpr-codes/archive',
      body: { ids: [(await codePath(given)).split('/').at(-1)] },
    }),
  },
  'POST /v1/qpr-codes/apply-brand': {
    permission: 'codes:write',
    request: async (given) => ({
      path: '/v1/qpr-codes/apply-brand',
      body: { ids: [(await codePath(given)).split('/').at(-1)] },
    }),
  },
  'POST /v1/qpr-codes/translate': {
    permission: 'codes:write',
    refusal: 'no_model',
    request: async ({ organizationId }) => ({
      path: '/v1/qpr-codes/translate',
      body: { title: 'a', languages: ['fr'], organization_id: organizationId },
    }),
  },
  ...historyOperations,
  ...learningOperations,
  'GET /v1/qpr-codes/{id}/analytics': {
    permission: 'scans:read',
    request: async (given) => ({ path: `${await codePath(given)}/analytics` }),
  },
  'GET /v1/analytics': {
    permission: 'scans:read',
    request: async ({ organizationId }) => ({
      path: `/v1/analytics?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/analytics/hours': {
    permission: 'scans:read',
    request: async ({ organizationId }) => ({
      path: `/v1/analytics/hours?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/analytics/codes': {
    permission: 'scans:read',
    request: async ({ organizationId }) => ({
      path: `/v1/analytics/codes?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/analytics/questions': {
    permission: 'conversations:read',
    request: async ({ organizationId }) => ({
      path: `/v1/analytics/questions?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/analytics/answers': {
    permission: 'conversations:read',
    request: async ({ organizationId }) => ({
      path: `/v1/analytics/answers?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/scans': {
    permission: 'scans:read',
    request: async ({ organizationId }) => ({
      path: `/v1/scans?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/scans/export': {
    permission: 'scans:export',
    request: async ({ organizationId }) => ({
      path: `/v1/scans/export?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/scans/stream': {
    permission: 'scans:read',
    request: async ({ organizationId }) => ({
      path: `/v1/scans/stream?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/conversations': {
    permission: 'conversations:read',
    request: async ({ organizationId }) => ({
      path: `/v1/conversations?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/conversations/export': {
    permission: 'conversations:export',
    request: async ({ organizationId }) => ({
      path: `/v1/conversations/export?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/conversations/{id}': {
    permission: 'conversations:read',
    request: async (given) => ({ path: await conversationPath(given) }),
  },
  'DELETE /v1/conversations/{id}': {
    permission: 'conversations:delete',
    request: async (given) => ({ path: await conversationPath(given) }),
  },
  ...peopleOperations,
  ...webhookOperations,
  ...billingOperations,
  ...organizationOperations,
  'GET /v1/templates': {
    permission: null,
    request: async () => ({ path: '/v1/templates' }),
    namesNothing: true,
  },
  'GET /v1/account': {
    permission: null,
    request: async () => ({ path: '/v1/account' }),
    namesNothing: true,
  },
  'PATCH /v1/account': {
    permission: null,
    request: async () => ({ path: '/v1/account', body: { display_name: 'Ana' } }),
    namesNothing: true,
  },
  'DELETE /v1/account': {
    permission: null,
    refusal: 'session_required',
    request: async () => ({ path: '/v1/account' }),
    namesNothing: true,
  },
  'GET /v1/account/export': {
    permission: null,
    request: async () => ({ path: '/v1/account/export' }),
    namesNothing: true,
  },
  'GET /v1/sessions': {
    permission: null,
    request: async () => ({ path: '/v1/sessions' }),
    namesNothing: true,
  },
  'DELETE /v1/sessions/{id}': {
    permission: null,
    request: async (given) => ({ path: await ownSessionPath(given) }),
  },
  'GET /v1/api-keys': {
    permission: null,
    request: async ({ organizationId }) => ({
      path: `/v1/api-keys?organization_id=${organizationId}`,
    }),
  },
  'POST /v1/api-keys': {
    permission: null,
    request: async ({ organizationId }) => ({
      path: '/v1/api-keys',
      body: { name: 'a', organization_id: organizationId },
    }),
  },
  'GET /v1/api-keys/{id}': {
    permission: null,
    request: async (given) => ({ path: await ownKeyPath(given) }),
  },
  'DELETE /v1/api-keys/{id}': {
    permission: null,
    request: async (given) => ({ path: await ownKeyPath(given) }),
  },
  'POST /v1/api-keys/{id}/rotate': {
    permission: null,
    request: async (given) => ({ path: `${await ownKeyPath(given)}/rotate` }),
  },
}
