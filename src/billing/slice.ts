import type { Recorder } from '../audit/recorder.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Access } from '../organizations/access.ts'
import type { Invitations } from '../organizations/invitations.ts'
import type { Members } from '../organizations/members.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { Scans } from '../scans/scans.ts'
import type { LoggedBase } from '../storage/database.ts'
import type { Outbox } from '../webhooks/events/outbox.ts'
import { billingRoutes } from './billing.routes.ts'
import type { Plans } from './plans/plans.ts'
import { createRetention, type History } from './plans/retention.ts'
import type { StripeSettings } from './stripe/stripe.client.ts'
import { stripeRoutes } from './stripe/stripe.routes.ts'
import { createStripeBilling } from './stripe/stripe.ts'
import { createChangePlan } from './subscriptions/change-plan.ts'
import { createSubscriptions } from './subscriptions/subscriptions.ts'
import { createCountMessage } from './usage/messages.ts'
import { createNotices } from './usage/notices.ts'
import { createUsage } from './usage/usage.ts'
import { createLimitWatch } from './usage/watch.ts'

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
