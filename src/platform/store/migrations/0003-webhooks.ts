import type { Statements } from './migrations.ts'

/** Webhooks, their deliveries, and the results. */
export const webhooks: Statements = ({ id, text, instant, count, clustered, writtenBy }) => [
  `create table webhooks (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    url ${text} not null,
    description ${text},
    events ${text} not null,
    secret ${text} not null,
    former_secret ${text},
    former_secret_until ${instant},
    active ${count} not null,
    inactive_reason ${text},
    failing_since ${instant},
    warned_at ${instant},
    created_at ${instant} not null,
    updated_at ${instant} not null
  )`,
  'create index webhooks_organization on webhooks (organization_id, id)',
  // Only active webhooks have rows here. Each row gets a delivery for each event.
  `create table webhook_subscriptions (
    organization_id ${id} not null,
    event ${id} not null,
    webhook_id ${id} not null references webhooks (id) on delete cascade,
    primary key (organization_id, event, webhook_id)
  ) ${clustered}`,
  'create index webhook_subscriptions_webhook on webhook_subscriptions (webhook_id)',

  // Without foreign keys: deliveries outlive their webhook, and a check at each insert would be
  // expensive.
  `create table deliveries (
    id ${id} primary key,
    organization_id ${id} not null,
    webhook_id ${id} not null,
    event_id ${id} not null,
    event ${text} not null,
    status ${text} not null,
    attempts_count ${count} not null,
    waits_used ${count},
    next_attempt_at ${instant},
    due_at ${instant},
    claim ${id},
    last_status ${count},
    note ${text},
    created_at ${instant} not null
  ) ${clustered}`,
  'create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null',
  'create index deliveries_newest on deliveries (webhook_id, id desc)',
  `create index deliveries_failed on deliveries (webhook_id, id desc) where status = 'failed'`,
  `create table delivery_attempts (
    delivery_id ${id} not null,
    number ${count} not null,
    started_at ${instant} not null,
    duration_ms ${count} not null,
    status ${count},
    error ${text},
    response_body ${text},
    primary key (delivery_id, number)
  ) ${clustered}`,

  `alter table events add column written_by ${writtenBy}`,
  // For lists of one type. Scans, which are most events and easily found, are not in this index.
  `create index events_rare on events (organization_id, type, id desc)
    where type <> 'scan.created'`,
]
