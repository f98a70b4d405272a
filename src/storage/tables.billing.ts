export type BillingProvider = 'manual' | 'stripe'
export type SubscriptionStatus = 'active' | 'past_due' | 'cancelled'

/** The rows about plans and payments. */
export interface BillingTables {
  subscriptions: {
    organization_id: string
    provider: BillingProvider
    status: SubscriptionStatus
    /** Since when the organization has the plan that it has. */
    plan_since: number
    current_period_end: number | null
    /** When the plan will end, once it is cancelled. */
    cancel_at: number | null
    /** When the cancellation was told; null again when it is taken back. */
    cancelled_at: number | null
    /** A payment failed: the plan stays until then. */
    grace_until: number | null
    /** Who chose the plan. */
    user_id: string
    customer_id: string | null
    subscription_id: string | null
    /** Counts the changes: what was fetched before another change is out of date. */
    version: number
    /** When to ask the payment provider again. */
    reconcile_at: number | null
  }
  billing_events: { id: string; received_at: number }
  organization_months: { organization_id: string; month: number; messages: number }
  limit_notices: { organization_id: string; month: number; limit_name: string; percent: number }
}
