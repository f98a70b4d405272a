// The billing entries of roles.operations.ts.
import type { Given, Operation } from './roles.operations.ts'

const subscriptionPath = ({ organizationId }: Given) =>
  `/v1/organizations/${organizationId}/subscription`

export const billingOperations: Record<string, Operation> = {
  'GET /v1/plans': {
    permission: null,
    request: async () => ({ path: '/v1/plans' }),
    namesNothing: true,
  },
  'GET /v1/organizations/{id}/usage': {
    permission: 'subscription:read',
    request: async ({ organizationId }) => ({ path: `/v1/organizations/${organizationId}/usage` }),
  },
  'GET /v1/organizations/{id}/subscription': {
    permission: 'subscription:read',
    request: async (given) => ({ path: subscriptionPath(given) }),
  },
  'PUT /v1/organizations/{id}/subscription': {
    permission: 'subscription:write',
    request: async (given) => ({ path: subscriptionPath(given), body: { plan: 'starter' } }),
  },
  'DELETE /v1/organizations/{id}/subscription': {
    permission: 'subscription:write',
    request: async (given) => ({ path: subscriptionPath(given) }),
  },
  'POST /v1/organizations/{id}/subscription/portal': {
    permission: 'subscription:write',
    request: async (given) => ({ path: `${subscriptionPath(given)}/portal` }),
    // Payments are off here.
    refusal: 'no_payments',
  },
}
