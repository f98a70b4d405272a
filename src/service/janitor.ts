import { sql } from 'kysely'
import { deleteOldEntries } from '../features/audit/audit.store.ts'
import { applyRetention } from '../features/billing/retention.ts'
import { dropMessageMonths } from '../features/conversations/deletion.store.ts'
import { deleteOldConversations } from '../features/conversations/inbox.store.ts'
import {
  deleteOldDeliveries,
  deleteOldEvents,
  dropOldWebhookMonths,
} from '../features/deliveries/retention.store.ts'
import { deleteOldUploads, deleteUnreadableFiles } from '../features/knowledge/uploads.ts'
import { applyPrivacy } from '../features/people/privacy.ts'
import { dropScanMonths } from '../features/scans/deletion.store.ts'
import { deleteOld as deleteOldScans } from '../features/scans/scans.store.ts'
import type { Service } from '../platform/context.ts'
import { dayMs, hourMs } from '../platform/kit/clock.ts'
import type { Db } from '../platform/store/database.ts'
import type { Tables } from '../platform/store/tables.ts'
import type { Config } from './config/config.ts'

const stepSize = 500
/** Smaller, because each conversation is deleted with all of its messages. */
const conversationStepSize = 100
/** Smaller, because a chunk has 256 KB. */
const chunkStepSize = 20
const eventsKeptMs = 30 * dayMs

/** Deletes expired data in small steps, because a large step would block other requests. */
export const tidy = async (service: Service, config: Config) => {
  const { database, clock } = service
  const {
    QPR_SCAN_RETENTION_DAYS: scanRetentionDays,
    QPR_CONVERSATION_RETENTION_DAYS: conversationRetentionDays,
    QPR_AUDIT_RETENTION_DAYS: auditRetentionDays,
  } = config
  const steps: ((db: Db, now: number) => Promise<number>)[] = [
    ...expiring.map((rows) => (db: Db, now: number) => deleteExpired(db, rows, now, stepSize)),
    // Deliveries first, because an event stays while a delivery refers to it.
    (db, now) => deleteOldDeliveries(db, now - eventsKeptMs, stepSize),
    (db, now) => deleteOldEvents(db, now - eventsKeptMs, stepSize),
    // At the minimum rate an upload takes 45 minutes; older ones were interrupted.
    (db, now) => deleteOldUploads(db, now - 2 * hourMs),
    (db) => deleteUnreadableFiles(db, chunkStepSize),
  ]
  if (scanRetentionDays !== null) {
    steps.push((db, now) => deleteOldScans(db, now - scanRetentionDays * dayMs, stepSize))
  }
  if (conversationRetentionDays !== null) {
    const retainedMs = conversationRetentionDays * dayMs
    steps.push((db, now) => deleteOldConversations(db, now - retainedMs, conversationStepSize))
  }
  if (auditRetentionDays !== null) {
    steps.push((db, now) => deleteOldEntries(db, now - auditRetentionDays * dayMs, stepSize))
  }
  /** On PostgreSQL. Afterwards the steps find only months from which something is kept. */
  const dropMonths = async (now: number) => {
    await dropOldWebhookMonths(database, now - eventsKeptMs)
    if (scanRetentionDays !== null) await dropScanMonths(database, now - scanRetentionDays * dayMs)
    const days = conversationRetentionDays
    await dropMessageMonths(database, days === null ? null : now - days * dayMs, now)
  }
  await dropMonths(clock.now())
  for (const step of steps) {
    let deleted: number
    do {
      deleted = await database.transaction(({ db }) => step(db, clock.now()))
    } while (deleted > 0)
  }
  await applyRetention(service)
  await applyPrivacy(service)
}

interface Expiring {
  table: keyof Tables
  key: string
  /** The rows are deleted this long after the time in this column. */
  at: string
  retainedMs: number
  /** Rows with a time in this column are still in use. */
  unless?: string
}

/** The tables whose rows expire by themselves. */
const expiring: Expiring[] = [
  { table: 'idempotency_keys', key: 'id', at: 'expires_at', retainedMs: 0 },
  { table: 'sessions', key: 'token_hash', at: 'expires_at', retainedMs: 0 },
  { table: 'sign_ins', key: 'id', at: 'expires_at', retainedMs: dayMs },
  // The old address can undo a change for a week.
  { table: 'address_changes', key: 'id', at: 'created_at', retainedMs: 7 * dayMs },
  { table: 'rate_windows', key: 'id', at: 'expires_at', retainedMs: 0 },
  // Stripe resends an event for three days.
  { table: 'billing_events', key: 'id', at: 'received_at', retainedMs: 30 * dayMs },
  {
    table: 'mails',
    key: 'id',
    at: 'created_at',
    retainedMs: 30 * dayMs,
    unless: 'next_attempt_at',
  },
  { table: 'jobs', key: 'id', at: 'created_at', retainedMs: 7 * dayMs, unless: 'due_at' },
]

/** Deletes at most `maximum` expired rows. Returns how many it deleted. */
const deleteExpired = async (
  db: Db,
  { table, key, at, retainedMs, unless }: Expiring,
  now: number,
  maximum: number,
): Promise<number> => {
  const isUnused = unless === undefined ? sql`` : sql`and ${sql.ref(unless)} is null`
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)}
      where ${sql.ref(at)} < ${now - retainedMs} ${isUnused} limit ${maximum}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
