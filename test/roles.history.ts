// The tag, history, bulk and audit entries of roles.operations.ts.
import { createCode } from './harness/data/given.ts'
import type { Given, Operation } from './roles.operations.ts'

/** A code whose prompt changed once. */
const historyPath = async ({ service, organizationId }: Given) => {
  const { id } = await createCode(service, { organization_id: organizationId })
  await service.patch(`/v1/qpr-codes/${id}`, { prompt: 'You are somebody else.' })
  return `/v1/qpr-codes/${id}/history`
}

export const historyOperations: Record<string, Operation> = {
  'PATCH /v1/qpr-codes/bulk': {
    permission: 'codes:write',
    request: async ({ service, organizationId }) => {
      const { id } = await createCode(service, { organization_id: organizationId })
      return { path: '/v1/qpr-codes/bulk', body: { ids: [id], tags: { add: ['new'] } } }
    },
  },
  'GET /v1/tags': {
    permission: 'codes:read',
    request: async ({ organizationId }) => ({ path: `/v1/tags?organization_id=${organizationId}` }),
  },
  'GET /v1/qpr-codes/{id}/history': {
    permission: 'codes:read',
    request: async (given) => ({ path: await historyPath(given) }),
  },
  'GET /v1/qpr-codes/{id}/history/{version}': {
    permission: 'codes:read',
    request: async (given) => ({ path: `${await historyPath(given)}/1` }),
  },
  'POST /v1/qpr-codes/{id}/history/{version}/restore': {
    permission: 'codes:write',
    request: async (given) => ({ path: `${await historyPath(given)}/1/restore` }),
  },
  'GET /v1/organizations/{id}/audit': {
    permission: 'audit:read',
    request: async ({ organizationId }) => ({ path: `/v1/organizations/${organizationId}/audit` }),
  },
  'GET /v1/organizations/{id}/audit/export': {
    permission: 'audit:read',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}/audit/export`,
    }),
  },
}
