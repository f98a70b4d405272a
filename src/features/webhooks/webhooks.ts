import { defaultEventTypes, type EventType } from '#contract/event-types.ts'
import { auditSubjects, type Change, type Context, signal } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull, secondMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { TargetGuard } from '../../platform/kit/target-guard.ts'
import { reachableOrganizations, requireOrganization } from '../organizations/access.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { newWebhookSecret } from './signature.ts'
import type { NewWebhook, WebhookChanges, WebhookQuery } from './webhooks.schema.ts'
import * as store from './webhooks.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    webhooks: {
      guard: TargetGuard
      /** The maximum for an organization. */
      maxWebhooks: number
    }
  }
}

type WebhookPermission = 'webhooks:read' | 'webhooks:write'

/** 404, not 403: outsiders must not learn which webhooks exist. */
const requireBy =
  (find: typeof store.find) =>
  async (context: Context, id: string, permission: WebhookPermission) => {
    const webhook = await find(context.db, reachableOrganizations(context), id)
    if (!webhook) throw webhookNotFound(id)
    await requireOrganization(context, webhook.organization_id, permission)
    return webhook
  }

export const requireWebhook = requireBy(store.find)
const lockWebhook = requireBy(store.lock)

/** The organization of a webhook; 404 when the actor cannot reach it. */
export const organizationOfWebhook = async (context: Context, id: string): Promise<string> => {
  const webhook = await store.find(context.db, reachableOrganizations(context), id)
  if (!webhook) throw webhookNotFound(id)
  return webhook.organization_id
}

/** Checks an address to which the service will send, and returns it. */
export const requireTarget = async (
  { service, actor }: Context,
  url: string,
  pointer = '/url',
): Promise<URL> => {
  const address = requireAddress(url, pointer)
  const refusal = await service.webhooks.guard.refusal(address, actor.userId)
  if (refusal !== null) throw invalidField(pointer, 'private_target', refusal)
  return address
}

const dropDeliveries = async (
  change: Change,
  webhookId: string,
  fate: 'deactivated' | 'deleted',
) => {
  const isMoreLeft = await store.dropWaiting(change.db, webhookId, fate)
  if (isMoreLeft) signal(change, { kind: 'deliveries-due', webhookId })
}

/** The target is checked outside the transaction, because this queries a name server. */
export const prepareWebhook = async (context: Context, input: NewWebhook) => {
  await requireOrganization(context, input.organization_id, 'webhooks:write')
  await requireTarget(context, input.url)
  return (change: Change) => createWebhook(change, input)
}

export const createWebhook = async (change: Change, input: NewWebhook) => {
  const { db, service } = change
  const { organization_id, url, events = defaultEventTypes, description = null } = input
  const { id } = await requireOrganization(change, organization_id, 'webhooks:write')
  // No other request adds a webhook before the end of the transaction.
  await lockOrganization(db, id)
  const { maxWebhooks } = service.webhooks
  if ((await store.count(db, id)) >= maxWebhooks) throw tooManyWebhooks(maxWebhooks)
  const now = change.now()
  const secret = newWebhookSecret()
  const row: store.WebhookRow = {
    id: newId('wh', now),
    organization_id: id,
    url,
    description,
    events: JSON.stringify(events),
    secret: service.secrets.encrypt(secret),
    former_secret: null,
    former_secret_until: null,
    active: 1,
    inactive_reason: null,
    failing_since: null,
    warned_at: null,
    created_at: now,
    updated_at: now,
  }
  await store.insert(db, row)
  await store.subscribe(db, row, eventsOf(row))
  return withSecret(row, secret)
}

export const listWebhooks = async (context: Context, query: WebhookQuery) => {
  const { db } = context
  const { organization_id, limit, offset } = query
  const { id } = await requireOrganization(context, organization_id, 'webhooks:read')
  const page = openPage({ list: 'webhooks', filter: [id], like: [''] as [string] }, query)
  const { rows, next } = page.close(await store.list(db, id, page), (row) => [row.id])
  const total = await store.count(db, id)
  const webhooks = rows.map((row) => asDetail(context, row))
  return { webhooks, total, limit, offset, ...next }
}

export const retrieveWebhook = async (context: Context, id: string) =>
  asDetail(context, await requireWebhook(context, id, 'webhooks:read'))

/** The target is checked outside the transaction, because this queries a name server. */
export const prepareUpdate = async (context: Context, id: string, changes: WebhookChanges) => {
  await requireWebhook(context, id, 'webhooks:write')
  if (changes.url !== undefined) await requireTarget(context, changes.url)
  return (change: Change) => updateWebhook(change, id, changes)
}

export const updateWebhook = async (change: Change, id: string, changes: WebhookChanges) => {
  const before = await lockWebhook(change, id, 'webhooks:write')
  const { url = before.url, description = before.description, events, active } = changes
  const after: store.WebhookRow = {
    ...before,
    url,
    description,
    events: events ? JSON.stringify(events) : before.events,
    ...(active !== undefined && switched(before, active)),
    updated_at: change.now(),
  }
  await store.update(change.db, after)
  await store.subscribe(change.db, after, after.active === 1 ? eventsOf(after) : [])
  if (after.active === 0 && before.active === 1) await dropDeliveries(change, id, 'deactivated')
  return asDetail(change, after)
}

export const deleteWebhook = async (change: Change, id: string) => {
  const { organization_id, description } = await lockWebhook(change, id, 'webhooks:write')
  await dropDeliveries(change, id, 'deleted')
  await store.remove(change.db, organization_id, id)
  auditSubjects(change, organization_id, [{ id, name: description }])
}

export const rotateSecret = async (change: Change, id: string, graceSeconds: number) => {
  const before = await lockWebhook(change, id, 'webhooks:write')
  const now = change.now()
  const secret = newWebhookSecret()
  const hasGrace = graceSeconds > 0
  const after: store.WebhookRow = {
    ...before,
    secret: change.service.secrets.encrypt(secret),
    former_secret: hasGrace ? before.secret : null,
    former_secret_until: hasGrace ? now + graceSeconds * secondMs : null,
    updated_at: now,
  }
  await store.update(change.db, after)
  return { ...withSecret(after, secret), former_secret_expires_at: graceOf(after, now) }
}

const asDetail = (context: Context, row: store.WebhookRow) => ({
  id: row.id,
  organization_id: row.organization_id,
  url: row.url,
  description: row.description,
  events: eventsOf(row),
  active: row.active === 1,
  inactive_reason: row.inactive_reason,
  failing_since: isoTimeOrNull(row.failing_since),
  former_secret_expires_at: graceOf(row, context.now()),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

const eventsOf = ({ events }: store.WebhookRow) => JSON.parse(events) as EventType[]

const graceOf = ({ former_secret_until }: store.WebhookRow, now: number): string | null =>
  former_secret_until !== null && now < former_secret_until ? isoTime(former_secret_until) : null

const withSecret = (row: store.WebhookRow, secret: string) => ({
  id: row.id,
  url: row.url,
  events: eventsOf(row),
  secret,
  active: row.active === 1,
  created_at: isoTime(row.created_at),
})

/** No change if it already has this state, so that the reason and the time of a failure stay. */
const switched = (row: store.WebhookRow, active: boolean): Partial<store.WebhookRow> => {
  if (active === (row.active === 1)) return {}
  return active
    ? { active: 1, inactive_reason: null, failing_since: null, warned_at: null }
    : { active: 0, inactive_reason: 'paused' }
}

const requireAddress = (url: string, pointer: string): URL => {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  // The parser removes white space inside a URL; stored as sent, it would be another URL.
  if (!/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url)) {
    throw invalidField(
      pointer,
      'invalid_format',
      `${name} must be an http or https address such as https://example.com/hooks.`,
    )
  }
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') {
    throw invalidField(
      pointer,
      'has_credentials',
      `${name} must not contain a user name or a password.`,
    )
  }
  return parsed
}

const tooManyWebhooks = (maximum: number) =>
  limitReached(`This organization has ${maximum} webhooks, the maximum. Delete one first.`)

const webhookNotFound = (id: string) =>
  problem(404, 'webhook_not_found', `There is no webhook ${id.slice(0, 100)}.`)

/** Enough for a summary, and few enough to read at once. */
const maxRead = 100

/** A summary of the recent deliveries of a webhook. */
export const retrieveHealth = async (context: Context, id: string) => {
  const { db } = context
  const webhook = await requireWebhook(context, id, 'webhooks:read')
  const recent = await store.newestDeliveries(db, id, maxRead)
  const succeeded = recent.filter(({ status }) => status === 'succeeded').length
  const failed = recent.filter(({ status }) => status === 'failed').length
  const { averageMs, lastAt } = await store.attemptsOf(
    db,
    recent.map(({ id }) => id),
  )
  const settled = succeeded + failed
  return {
    webhook_id: id,
    active: webhook.active === 1,
    failing_since: isoTimeOrNull(webhook.failing_since),
    recent_deliveries: recent.length,
    succeeded,
    failed,
    success_rate: settled === 0 ? null : Math.round((succeeded / settled) * 10_000) / 10_000,
    waiting: await store.countWaiting(db, id),
    average_duration_ms: averageMs,
    last_attempt_at: isoTimeOrNull(lastAt),
    last_status: recent.find(({ attempts_count }) => attempts_count > 0)?.last_status ?? null,
  }
}
