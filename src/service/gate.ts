import { access } from '../features/organizations/access.ts'
import { createGate } from '../platform/http/callers/gate.ts'
import type { Database } from '../platform/store/database.ts'
import type { Rules } from './slices.ts'

/**
 * Finds the organization of the ids in a path. Each look-up throws 404 when the caller cannot reach
 * it.
 */
export const gateOf = ({ db }: Database, rules: Rules) => {
  const { codes, jobs, keys, webhooks, deliveries, sources, learning } = rules
  return createGate({
    requireRole: async (actor, idOrSlug, permission = 'organization:read') => {
      await access.organization(db, actor, idOrSlug, permission)
    },
    organizationOf: {
      'qpr-codes': async (actor, id) => (await codes.retrieve(actor, id)).organization_id,
      'api-keys': async (actor, id) => {
        await keys.retrieve(actor, id)
        return null
      },
      jobs: async (actor, id) => (await jobs.retrieve(actor, id)).organization_id,
      webhooks: (actor, id) => webhooks.organizationOf(actor, id),
      deliveries: (actor, id) => deliveries.organizationOf(actor, id),
      knowledge: (actor, id) => sources.organizationOf(actor, id),
      questions: (actor, id) => learning.organizationOf(actor, id),
    },
  })
}
