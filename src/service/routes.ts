import { accountRoutes } from '../features/accounts/account.api.ts'
import { keyRoutes } from '../features/accounts/keys.api.ts'
import { retrieveKey } from '../features/accounts/keys.ts'
import { draftRoutes, translationRoutes } from '../features/answers/drafts.api.ts'
import { auditRoutes } from '../features/audit/audit.api.ts'
import { billingRoutes } from '../features/billing/billing.api.ts'
import { codeRoutes, historyRoutes, logoRoutes, tagRoutes } from '../features/codes/codes.api.ts'
import { retrieveCode } from '../features/codes/codes.ts'
import { conversationRoutes } from '../features/conversations/inbox.api.ts'
import { organizationOfConversation } from '../features/conversations/inbox.ts'
import { deliveryRoutes, webhookTestRoutes } from '../features/deliveries/deliveries.api.ts'
import { organizationOfDelivery } from '../features/deliveries/deliveries.ts'
import { eventRoutes, eventStreamRoutes } from '../features/events/events.api.ts'
import { drawingRoutes, printRoutes } from '../features/images/images.api.ts'
import { jobRoutes } from '../features/jobs/jobs.api.ts'
import { retrieveJob } from '../features/jobs/jobs.ts'
import { fileRoutes, sourceRoutes } from '../features/knowledge/sources.api.ts'
import { organizationOfSource } from '../features/knowledge/sources.ts'
import { notificationRoutes } from '../features/notifications/notifications.api.ts'
import { requireOrganization } from '../features/organizations/access.ts'
import { brandRoutes } from '../features/organizations/brands.api.ts'
import {
  handoffRoutes,
  memberRoutes,
  organizationRoutes,
} from '../features/organizations/organizations.api.ts'
import { leadRoutes } from '../features/people/leads.api.ts'
import { organizationOfLead } from '../features/people/leads.ts'
import { peopleRoutes } from '../features/people/people.api.ts'
import { privacyRoutes } from '../features/people/privacy.api.ts'
import { noticeRoutes } from '../features/people/targets.api.ts'
import { questionRoutes } from '../features/questions/questions.api.ts'
import { organizationOfQuestion } from '../features/questions/questions.ts'
import { searchRoutes } from '../features/retrieval/search.api.ts'
import { insightRoutes, scanRoutes } from '../features/scans/scans.api.ts'
import { savedTemplateRoutes } from '../features/templates/saved-templates.api.ts'
import { templateRoutes } from '../features/templates/templates.api.ts'
import { webhookRoutes } from '../features/webhooks/webhooks.api.ts'
import { organizationOfWebhook } from '../features/webhooks/webhooks.ts'
import type { Service } from '../platform/context.ts'
import { createAuthorize } from '../platform/http/callers/authorize.ts'

/** The routes of owners, who have a key or a session, in the order of the reference. */
export const ownerRoutes = [
  codeRoutes,
  historyRoutes,
  tagRoutes,
  templateRoutes,
  savedTemplateRoutes,
  logoRoutes,
  drawingRoutes,
  printRoutes,
  organizationRoutes,
  memberRoutes,
  brandRoutes,
  handoffRoutes,
  privacyRoutes,
  notificationRoutes,
  keyRoutes,
  accountRoutes,
  billingRoutes,
  scanRoutes,
  insightRoutes,
  jobRoutes,
  auditRoutes,
  conversationRoutes,
  peopleRoutes,
  leadRoutes,
  noticeRoutes,
  draftRoutes,
  translationRoutes,
  searchRoutes,
  fileRoutes,
  sourceRoutes,
  questionRoutes,
  webhookRoutes,
  webhookTestRoutes,
  deliveryRoutes,
  eventRoutes,
  eventStreamRoutes,
]

/** The look-ups of ids in a path throw 404 when the caller cannot reach the object. */
export const authorizeOf = (service: Service) =>
  createAuthorize({
    service,
    requireRole: requireOrganization,
    organizationOf: {
      'qpr-codes': async (context, id) => (await retrieveCode(context, id)).organization_id,
      'api-keys': async (context, id) => {
        await retrieveKey(context, id)
        return null
      },
      jobs: async (context, id) => (await retrieveJob(context, id)).organization_id,
      webhooks: organizationOfWebhook,
      deliveries: organizationOfDelivery,
      knowledge: organizationOfSource,
      questions: organizationOfQuestion,
      conversations: organizationOfConversation,
      leads: organizationOfLead,
    },
  })
