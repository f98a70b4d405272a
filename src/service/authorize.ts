import { retrieveKey } from '../features/accounts/keys.ts'
import { retrieveCode } from '../features/codes/codes.ts'
import { organizationOfDelivery } from '../features/deliveries/deliveries.ts'
import { retrieveJob } from '../features/jobs/jobs.ts'
import { organizationOfSource } from '../features/knowledge/sources.ts'
import { requireOrganization } from '../features/organizations/access.ts'
import { organizationOfQuestion } from '../features/questions/questions.ts'
import { organizationOfWebhook } from '../features/webhooks/webhooks.ts'
import { readContext, type Service } from '../platform/context.ts'
import { createAuthorize } from '../platform/http/callers/authorize.ts'

/**
 * Finds the organization of the ids in a path. Each look-up throws 404 when the caller cannot reach
 * it.
 */
export const authorizeOf = (service: Service) => {
  return createAuthorize({
    requireRole: async (actor, idOrSlug, permission = 'organization:read') => {
      await requireOrganization(readContext(service, actor), idOrSlug, permission)
    },
    organizationOf: {
      'qpr-codes': async (actor, id) =>
        (await retrieveCode(readContext(service, actor), id)).organization_id,
      'api-keys': async (actor, id) => {
        await retrieveKey(readContext(service, actor), id)
        return null
      },
      jobs: async (actor, id) =>
        (await retrieveJob(readContext(service, actor), id)).organization_id,
      webhooks: (actor, id) => organizationOfWebhook(readContext(service, actor), id),
      deliveries: (actor, id) => organizationOfDelivery(readContext(service, actor), id),
      knowledge: (actor, id) => organizationOfSource(readContext(service, actor), id),
      questions: (actor, id) => organizationOfQuestion(readContext(service, actor), id),
    },
  })
}
