import { accountRoutes } from '../features/accounts/account.routes.ts'
import { keyRoutes } from '../features/accounts/keys.routes.ts'
import { draftRoutes } from '../features/answers/drafts.routes.ts'
import { translationRoutes } from '../features/answers/translations.routes.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { billingRoutes } from '../features/billing/billing.routes.ts'
import { codeRoutes } from '../features/codes/codes.routes.ts'
import { historyRoutes } from '../features/codes/history.routes.ts'
import { logoRoutes } from '../features/codes/logo.routes.ts'
import { tagRoutes } from '../features/codes/tags.routes.ts'
import { questionRoutes as askedQuestionRoutes } from '../features/conversations/asked-questions.routes.ts'
import { inboxRoutes } from '../features/conversations/inbox.routes.ts'
import { deliveryRoutes, webhookTestRoutes } from '../features/deliveries/deliveries.routes.ts'
import { eventStreamRoutes } from '../features/events/event-stream.routes.ts'
import { eventRoutes } from '../features/events/events.routes.ts'
import { drawingRoutes } from '../features/images/images.routes.ts'
import { printRoutes } from '../features/images/print.routes.ts'
import { jobRoutes } from '../features/jobs/jobs.routes.ts'
import { fileRoutes } from '../features/knowledge/files.routes.ts'
import { sourceRoutes } from '../features/knowledge/sources.routes.ts'
import { notificationRoutes } from '../features/notifications/notifications.routes.ts'
import { brandRoutes } from '../features/organizations/brands.routes.ts'
import { memberRoutes, organizationRoutes } from '../features/organizations/organizations.routes.ts'
import { questionRoutes } from '../features/questions/questions.routes.ts'
import { searchRoutes } from '../features/retrieval/search.routes.ts'
import { insightRoutes } from '../features/scans/insight.routes.ts'
import { scanRoutes } from '../features/scans/scans.routes.ts'
import { savedTemplateRoutes } from '../features/templates/saved-templates.routes.ts'
import { templateRoutes } from '../features/templates/templates.routes.ts'
import { webhookRoutes } from '../features/webhooks/webhooks.routes.ts'

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
  notificationRoutes,
  keyRoutes,
  accountRoutes,
  billingRoutes,
  scanRoutes,
  insightRoutes,
  jobRoutes,
  auditRoutes,
  askedQuestionRoutes,
  inboxRoutes,
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
