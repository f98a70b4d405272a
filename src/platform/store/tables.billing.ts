export type BillingProvider = 'manual' | 'stripe'
export type SubscriptionStatus = 'active' | 'past_due' | 'cancelled'

/** Tables of plans and payments. */
export interface BillingTables {
  subscriptions: {
    organization_id: string
    provider: BillingProvider
    status: SubscriptionStatus
    /** The time when the organization got its current plan. */
    plan_since: number
    current_period_end: number | null
    /** The end of a cancelled plan. */
    cancel_at: number | null
    /** The time when owners were told of the cancellation; null again after it is revoked. */
    cancelled_at: number | null
    /** After a failed payment the plan stays until this time. */
    grace_until: number | null
    /** The user who chose the plan. */
    user_id: string
    customer_id: string | null
    subscription_id: string | null
    /** Incremented with each change. Data that was fetched before another change is out of date. */
    version: number
    /** The time of the next check with the payment provider. */
    reconcile_at: number | null
  }
  billing_events: { id: string; received_at: number }
  organization_months: { organization_id: string; month: number; messages: number }
  limit_notices: { organization_id: string; month: number; limit_name: string; percent: number }
}
