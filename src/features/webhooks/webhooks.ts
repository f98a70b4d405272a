import { defaultEventTypes, type EventType } from '#contract/event-types.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull, secondMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { TargetGuard } from '../../platform/kit/target-guard.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { touch } from '../../platform/trail.ts'
import { dropWaiting } from '../deliveries/deliveries.store.ts'
import type { Access } from '../organizations/access.ts'
import { newWebhookSecret } from './signature.ts'
import type { NewWebhook, WebhookChanges, WebhookQuery } from './webhooks.schema.ts'
import * as store from './webhooks.store.ts'

interface WebhooksOptions extends Base {
  access: Access
  secrets: Secrets
  guard: Pick<TargetGuard, 'refusal'>
  /**
   * Locks the organization, so that no other request adds a webhook before the end of the
   * transaction.
   */
  holdOrganization: (db: Db, id: string) => Promise<unknown>
  /** The maximum for an organization. */
  mostWebhooks: number
}

type WebhookPermission = 'webhooks:read' | 'webhooks:write'

/** More than this in one transaction would delay other requests. The dispatcher drops the rest. */
const mostDropped = 1000

export type Webhooks = ReturnType<typeof createWebhooks>

export const createWebhooks = (options: WebhooksOptions) => {
  const { database, clock, access, secrets, guard, holdOrganization, mostWebhooks } = options

  /** 404, not 403: outsiders must not learn which webhooks exist. */
  const finding =
    (lookUp: typeof store.find) =>
    async (db: Db, actor: Actor, id: string, to: WebhookPermission) => {
      const webhook = await lookUp(db, access.reachable(db, actor), id)
      if (!webhook) throw webhookNotFound(id)
      await access.organization(db, actor, webhook.organization_id, to)
      return webhook
    }
  const find = finding(store.find)
  const hold = finding(store.hold)

  const requireTarget = async ({ userId }: Actor, url: string) => {
    const refusal = await guard.refusal(requireAddress(url), userId)
    if (refusal !== null) throw invalidField('/url', 'private_target', refusal)
  }

  const drop = async (tx: Transaction, webhookId: string, why: 'deactivated' | 'deleted') => {
    const note = `Dropped: the webhook was ${why}.`
    const dropped = await dropWaiting(tx.db, webhookId, note, mostDropped)
    if (dropped === mostDropped) {
      tx.afterCommit(() => database.signals.send({ kind: 'deliveries-due', webhookId }))
    }
  }

  const asDetail = (row: store.WebhookRow) => ({
    id: row.id,
    organization_id: row.organization_id,
    url: row.url,
    description: row.description,
    events: eventsOf(row),
    active: row.active === 1,
    inactive_reason: row.inactive_reason,
    failing_since: isoTimeOrNull(row.failing_since),
    former_secret_expires_at: graceOf(row, clock.now()),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  })

  return {
    find,

    /** The organization of a webhook; 404 when the actor cannot reach it. */
    async organizationOf(actor: Actor, id: string): Promise<string> {
      const webhook = await store.find(database.db, access.reachable(database.db, actor), id)
      if (!webhook) throw webhookNotFound(id)
      return webhook.organization_id
    },

    /** Called before `create` and outside its transaction, because it queries a name server. */
    async checkNew(actor: Actor, { organization_id, url }: NewWebhook) {
      await access.organization(database.db, actor, organization_id, 'webhooks:write')
      await requireTarget(actor, url)
    },

    async create(tx: Transaction, actor: Actor, input: NewWebhook) {
      const { organization_id, url, events = defaultEventTypes, description = null } = input
      const { id } = await access.organization(tx.db, actor, organization_id, 'webhooks:write')
      await holdOrganization(tx.db, id)
      if ((await store.count(tx.db, id)) >= mostWebhooks) throw tooManyWebhooks(mostWebhooks)
      const now = clock.now()
      const secret = newWebhookSecret()
      const row: store.WebhookRow = {
        id: newId('wh', now),
        organization_id: id,
        url,
        description,
        events: JSON.stringify(events),
        secret: secrets.encrypt(secret),
        former_secret: null,
        former_secret_until: null,
        active: 1,
        inactive_reason: null,
        failing_since: null,
        warned_at: null,
        created_at: now,
        updated_at: now,
      }
      await store.insert(tx.db, row)
      await store.subscribe(tx.db, row, eventsOf(row))
      return withSecret(row, secret)
    },

    async list(actor: Actor, query: WebhookQuery) {
      const { organization_id, limit, offset } = query
      const { db } = database
      const { id } = await access.organization(db, actor, organization_id, 'webhooks:read')
      const page = openPage({ list: 'webhooks', filter: [id], like: [''] as [string] }, query)
      const { rows, next } = page.close(await store.list(db, id, page), (row) => [row.id])
      const total = await store.count(db, id)
      return { webhooks: rows.map(asDetail), total, limit, offset, ...next }
    },

    retrieve: async (actor: Actor, id: string) =>
      asDetail(await find(database.db, actor, id, 'webhooks:read')),

    /** Called before `change` and outside its transaction, because it queries a name server. */
    async checkChange(actor: Actor, id: string, { url }: WebhookChanges) {
      await find(database.db, actor, id, 'webhooks:write')
      if (url !== undefined) await requireTarget(actor, url)
    },

    async change(tx: Transaction, actor: Actor, id: string, changes: WebhookChanges) {
      const before = await hold(tx.db, actor, id, 'webhooks:write')
      const { url = before.url, description = before.description, events, active } = changes
      const after: store.WebhookRow = {
        ...before,
        url,
        description,
        events: events ? JSON.stringify(events) : before.events,
        ...(active !== undefined && switched(before, active)),
        updated_at: clock.now(),
      }
      await store.update(tx.db, after)
      await store.subscribe(tx.db, after, after.active === 1 ? eventsOf(after) : [])
      if (after.active === 0 && before.active === 1) await drop(tx, after.id, 'deactivated')
      return asDetail(after)
    },

    async remove(tx: Transaction, actor: Actor, id: string) {
      const { organization_id, description } = await hold(tx.db, actor, id, 'webhooks:write')
      await drop(tx, id, 'deleted')
      await store.remove(tx.db, organization_id, id)
      touch(tx.db, organization_id, [{ id, name: description }])
    },

    async rotateSecret(tx: Transaction, actor: Actor, id: string, graceSeconds: number) {
      const before = await hold(tx.db, actor, id, 'webhooks:write')
      const now = clock.now()
      const secret = newWebhookSecret()
      const hasGrace = graceSeconds > 0
      const after: store.WebhookRow = {
        ...before,
        secret: secrets.encrypt(secret),
        former_secret: hasGrace ? before.secret : null,
        former_secret_until: hasGrace ? now + graceSeconds * secondMs : null,
        updated_at: now,
      }
      await store.update(tx.db, after)
      return { ...withSecret(after, secret), former_secret_expires_at: graceOf(after, now) }
    },
  }
}

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

const requireAddress = (url: string): URL => {
  // The parser removes white space inside a URL; stored as sent, it would be another URL.
  if (!/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url)) {
    throw invalidField(
      '/url',
      'invalid_format',
      'url must be an http or https address such as https://example.com/hooks.',
    )
  }
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') {
    throw invalidField('/url', 'has_credentials', 'url must not contain a user name or a password.')
  }
  return parsed
}

const tooManyWebhooks = (most: number) =>
  limitReached(`This organization has ${most} webhooks, the maximum. Delete one first.`)

const webhookNotFound = (id: string) =>
  problem(404, 'webhook_not_found', `There is no webhook ${id.slice(0, 100)}.`)
