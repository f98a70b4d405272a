import type { Recorder } from '../../features/audit/recorder.ts'
import { billingRoutes } from '../../features/billing/billing.routes.ts'
import { createChangePlan } from '../../features/billing/change-plan.ts'
import { createCountMessage } from '../../features/billing/messages.ts'
import { createNotices } from '../../features/billing/notices.ts'
import { createRetention, type History } from '../../features/billing/retention.ts'
import type { StripeSettings } from '../../features/billing/stripe.client.ts'
import { stripeRoutes } from '../../features/billing/stripe.routes.ts'
import { createStripeBilling } from '../../features/billing/stripe.ts'
import { createSubscriptions } from '../../features/billing/subscriptions.ts'
import { createUsage } from '../../features/billing/usage.ts'
import { createLimitWatch } from '../../features/billing/watch.ts'
import type { Outbox } from '../../features/events/outbox.ts'
import type { Notifications } from '../../features/notifications/notifications.ts'
import type { Access } from '../../features/organizations/access.ts'
import type { Invitations } from '../../features/organizations/invitations.ts'
import type { Members, Organizations } from '../../features/organizations/organizations.legacy.ts'
import type { Plans } from '../../features/plans/plans.ts'
import type { Scans } from '../../features/scans/scans.legacy.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

interface BillingDeps extends LoggedBase {
  access: Access
  recorder: Pick<Recorder, 'byService'>
  outbox: Outbox
  mail: Outgoing
  members: Pick<Members, 'owners'>
  notifications: Pick<Notifications, 'recipients' | 'owners'>
  organizations: Pick<Organizations, 'owned'>
  invitations: Pick<Invitations, 'countOpen'>
  scans: Pick<Scans, 'countBetween' | 'countBetweenOf'>
  /** The pages of the sources of an organization. */
  knowledgeUse: Parameters<typeof createUsage>[0]['knowledgeUse']
  plans: Plans
  /** Null: owners change the plan themselves, without payment. */
  stripeSettings: StripeSettings | null
  /** The data that a plan keeps for a limited time. */
  histories: History[]
}

/** Subscriptions to plans, the use of plan limits, and payments. */
export const createBillingSlice = async (deps: BillingDeps) => {
  const { plans, stripeSettings, scans } = deps
  const { owners } = deps.members
  const changePlan = createChangePlan({ ...deps, owners })
  const stripe =
    stripeSettings && (await createStripeBilling({ ...deps, settings: stripeSettings, changePlan }))
  const payments = stripe?.payments ?? null
  const subscriptions = createSubscriptions({ ...deps, changePlan, payments })
  const notices = createNotices(deps)
  const usage = createUsage({
    ...deps,
    owned: deps.organizations.owned,
    openInvitations: deps.invitations.countOpen,
    scansBetween: scans.countBetween,
  })
  return {
    rules: {
      plans,
      subscriptions,
      stripe,
      countMessage: createCountMessage({ ...deps, notices }),
      limitWatch: createLimitWatch({ ...deps, notices, scansOf: scans.countBetweenOf }),
      applyRetention: createRetention(deps),
    },
    api: billingRoutes({ ...deps, subscriptions, usage }),
    pages: stripe && stripeRoutes(stripe),
  }
}
