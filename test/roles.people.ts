import { plantConversation } from './harness/data/conversations.ts'
import { createCode } from './harness/data/given.ts'
import { openTalk } from './harness/data/talk.ts'
import type { Given, Operation } from './roles.operations.ts'

const open = { status: 'open', reason: null, ended_at: null } as const

const conversationPath = async ({ service, organizationId }: Given) => {
  const code = await createCode(service, { organization_id: organizationId })
  return `/v1/conversations/${await plantConversation(service, code, open)}`
}

const answering = (rest: string, body?: object): Operation => ({
  permission: 'conversations:answer',
  request: async (given) => ({
    path: `${await conversationPath(given)}${rest}`,
    ...(body && { body }),
  }),
})

const ofOrganization = (
  permission: 'organization:read' | 'organization:write',
  rest: string,
  body?: object,
): Operation => ({
  permission,
  request: async ({ organizationId }) => ({
    path: `/v1/organizations/${organizationId}/${rest}`,
    ...(body && { body }),
  }),
})

const ofSession = (body?: object): Operation => ({
  permission: null,
  refusal: 'session_required',
  request: async () => ({ path: '/v1/push-subscriptions', ...(body && { body }) }),
  namesNothing: true,
})

const consent = 'You may call me.'
const lead_form = {
  title: 'Leave a message',
  fields: [{ key: 'name', label: 'Name', type: 'text', required: true }],
  consent,
}

const leadPath = async ({ service, organizationId }: Given) => {
  const code = await createCode(service, { organization_id: organizationId, lead_form })
  const visitor = await openTalk(service, code.short_id)
  const { body } = await service.post<{ lead_id: string }>(
    visitor.path('/lead'),
    { values: { name: 'Ana' }, consent },
    { key: null },
  )
  return `/v1/leads/${body.lead_id}`
}

const endpoint = 'https://push.example.com/x'

export const peopleOperations: Record<string, Operation> = {
  'POST /v1/conversations/{id}/take': answering('/take'),
  'POST /v1/conversations/{id}/messages': {
    permission: 'conversations:answer',
    request: async (given) => {
      const path = await conversationPath(given)
      // Refused for a role that may not: then the message is refused too.
      await given.service.post(`${path}/take`, undefined, { key: given.key })
      return { path: `${path}/messages`, body: { text: 'Hello' } }
    },
  },
  'POST /v1/conversations/{id}/typing': answering('/typing'),
  'POST /v1/conversations/{id}/release': answering('/release'),
  'POST /v1/conversations/{id}/end': answering('/end'),
  'POST /v1/conversations/{id}/notes': answering('/notes', { text: 'Called back.' }),
  'PATCH /v1/conversations/{id}': answering('', { assignee: null }),
  'GET /v1/leads': {
    permission: 'leads:read',
    request: async ({ organizationId }) => ({
      path: `/v1/leads?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/leads/export': {
    permission: 'leads:export',
    request: async ({ organizationId }) => ({
      path: `/v1/leads/export?organization_id=${organizationId}`,
    }),
  },
  'DELETE /v1/leads': {
    permission: 'leads:delete',
    request: async ({ organizationId }) => ({
      path: `/v1/leads?organization_id=${organizationId}&email=ana@example.com`,
    }),
  },
  'DELETE /v1/leads/{id}': {
    permission: 'leads:delete',
    request: async (given) => ({ path: await leadPath(given) }),
  },
  'GET /v1/organizations/{id}/handoff': ofOrganization('organization:read', 'handoff'),
  'PUT /v1/organizations/{id}/handoff': ofOrganization('organization:write', 'handoff', {
    enabled: true,
  }),
  'GET /v1/organizations/{id}/privacy': ofOrganization('organization:read', 'privacy'),
  'PUT /v1/organizations/{id}/privacy': ofOrganization('organization:write', 'privacy', {
    lead_days: 30,
  }),
  'GET /v1/organizations/{id}/chat-targets': ofOrganization('organization:write', 'chat-targets'),
  'PUT /v1/organizations/{id}/chat-targets': ofOrganization('organization:write', 'chat-targets', {
    targets: [],
  }),
  'POST /v1/organizations/{id}/chat-targets/{target_id}/test': {
    permission: 'organization:write',
    request: async ({ service, organizationId }) => {
      const path = `/v1/organizations/${organizationId}/chat-targets`
      // Nothing listens at this port.
      const targets = [{ kind: 'slack', url: 'http://127.0.0.1:9/x' }]
      const { body } = await service.request<{ targets: { id: string }[] }>('PUT', path, {
        body: { targets },
      })
      return { path: `${path}/${body.targets[0]?.id}/test` }
    },
  },
  'GET /v1/push-subscriptions': ofSession(),
  'POST /v1/push-subscriptions': ofSession({ endpoint, keys: { p256dh: 'AAAA', auth: 'AAAA' } }),
  'DELETE /v1/push-subscriptions': ofSession({ endpoint }),
}
