// The webhook, delivery and event entries of roles.operations.ts.
import { createCode } from './harness/data/given.ts'
import { closedPort, deliveriesOf, registerWebhook } from './harness/receivers/webhooks.ts'
import type { Given, Operation } from './roles.operations.ts'

const webhookPath = async ({ service, organizationId }: Given) =>
  `/v1/webhooks/${(await registerWebhook(service, closedPort, { organization_id: organizationId })).id}`

const deliveryPath = async ({ service, organizationId }: Given) => {
  const fields = { organization_id: organizationId }
  const { id } = await registerWebhook(service, closedPort, fields)
  await createCode(service, fields)
  const [delivery] = await deliveriesOf(service, id)
  return `/v1/deliveries/${delivery?.id}`
}

export const webhookOperations: Record<string, Operation> = {
  'GET /v1/webhooks': {
    permission: 'webhooks:read',
    request: async ({ organizationId }) => ({
      path: `/v1/webhooks?organization_id=${organizationId}`,
    }),
  },
  'POST /v1/webhooks': {
    permission: 'webhooks:write',
    request: async ({ organizationId }) => ({
      path: '/v1/webhooks',
      body: { url: closedPort, organization_id: organizationId },
    }),
  },
  'GET /v1/webhooks/{id}': {
    permission: 'webhooks:read',
    request: async (given) => ({ path: await webhookPath(given) }),
  },
  'GET /v1/webhooks/{id}/health': {
    permission: 'webhooks:read',
    request: async (given) => ({ path: `${await webhookPath(given)}/health` }),
  },
  'PATCH /v1/webhooks/{id}': {
    permission: 'webhooks:write',
    request: async (given) => ({ path: await webhookPath(given), body: { active: false } }),
  },
  'DELETE /v1/webhooks/{id}': {
    permission: 'webhooks:write',
    request: async (given) => ({ path: await webhookPath(given) }),
  },
  'POST /v1/webhooks/{id}/rotate-secret': {
    permission: 'webhooks:write',
    request: async (given) => ({ path: `${await webhookPath(given)}/rotate-secret` }),
  },
  'POST /v1/webhooks/{id}/test': {
    permission: 'webhooks:write',
    request: async (given) => ({ path: `${await webhookPath(given)}/test` }),
  },
  'GET /v1/webhooks/{id}/deliveries': {
    permission: 'webhooks:read',
    request: async (given) => ({ path: `${await webhookPath(given)}/deliveries` }),
  },
  'POST /v1/webhooks/{id}/replay': {
    permission: 'webhooks:write',
    request: async (given) => ({
      path: `${await webhookPath(given)}/replay`,
      body: { since: '2026-01-31T12:00:00Z' },
    }),
  },
  'GET /v1/deliveries/{id}': {
    permission: 'webhooks:read',
    request: async (given) => ({ path: await deliveryPath(given) }),
  },
  'POST /v1/deliveries/{id}/retry': {
    permission: 'webhooks:write',
    request: async (given) => ({ path: `${await deliveryPath(given)}/retry` }),
  },
  'GET /v1/events': {
    permission: 'webhooks:read',
    request: async ({ organizationId }) => ({
      path: `/v1/events?organization_id=${organizationId}`,
    }),
  },
  'GET /v1/events/stream': {
    permission: 'webhooks:read',
    request: async ({ organizationId }) => ({
      path: `/v1/events/stream?organization_id=${organizationId}`,
    }),
  },
}
