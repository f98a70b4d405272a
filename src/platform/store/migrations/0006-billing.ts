import type { Statements } from './migrations.ts'

/** Subscriptions, and the counters of monthly plan limits. */
export const billing: Statements = ({ id, text, instant, count, clustered }) => [
  // An organization that never had a paid plan has no row.
  `create table subscriptions (
    organization_id ${id} primary key references organizations (id) on delete cascade,
    provider ${text} not null,
    status ${text} not null,
    plan_since ${instant} not null,
    current_period_end ${instant},
    cancel_at ${instant},
    cancelled_at ${instant},
    grace_until ${instant},
    user_id ${id} not null,
    customer_id ${id} unique,
    subscription_id ${id},
    version ${count} not null,
    reconcile_at ${instant}
  )`,
  `create index subscriptions_due on subscriptions (reconcile_at) where reconcile_at is not null`,
  // Each event of the payment provider is handled once.
  `create table billing_events (id ${id} primary key, received_at ${instant} not null)`,
  'create index billing_events_age on billing_events (received_at)',
  `create table organization_months (
    organization_id ${id} not null references organizations (id) on delete cascade,
    month ${count} not null,
    messages ${count} not null,
    primary key (organization_id, month)
  ) ${clustered}`,
  // The notices about limits that owners have received.
  `create table limit_notices (
    organization_id ${id} not null references organizations (id) on delete cascade,
    month ${count} not null,
    limit_name ${id} not null,
    percent ${count} not null,
    primary key (organization_id, month, limit_name, percent)
  ) ${clustered}`,
]
