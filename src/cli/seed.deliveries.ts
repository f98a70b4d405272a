import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { createWebhook, updateWebhook } from '../features/webhooks/webhooks.ts'
import { changeContext, type Service } from '../platform/context.ts'
import type { Actor } from '../platform/http/callers/actor.ts'
import { dayMs, isoTime, secondMs } from '../platform/kit/clock.ts'
import { lowestId } from '../platform/kit/ids.ts'
import type { Database } from '../platform/store/database.ts'
import type { Tables } from '../platform/store/tables.ts'

/** A code of the demo data. */
export interface DemoCode {
  id: string
  short_id: string
  name: string
  organizationId: string
  isArchived: boolean
  metadata: unknown
}

export type Scan = Omit<Insertable<Tables['scans']>, 'id' | 'written_by'>

export interface Target {
  service: Service
  database: Database
  actor: Actor
}

export const idAt = (prefix: string, at: number) =>
  lowestId(prefix, at).slice(0, -16) + randomBytes(8).toString('hex').toUpperCase()

/** A statement accepts a limited number of values. */
export function* inParts<T>(items: T[]) {
  for (let i = 0; i < items.length; i += 500) yield items.slice(i, i + 500)
}

interface Visit {
  code: DemoCode
  scan: Scan
  scanId: number
}

/** Deliveries are kept for 30 days, so older ones would vanish at the next cleaning. */
const keptDays = 29

/** To a paused webhook under a reserved name, so that demo data never leaves the machine. */
export const plantDeliveries = async (
  { service, database, actor }: Target,
  organizationId: string,
  visits: Visit[],
  now: number,
): Promise<number> => {
  const webhook = await database.transaction(async (tx) => {
    const input = { organization_id: organizationId, url: 'https://till.example/webhooks' }
    const change = changeContext(service, tx, actor)
    const created = await createWebhook(change, { ...input, description: 'Demo till' })
    await updateWebhook(change, created.id, { active: false })
    return created
  })
  const recent = visits.filter(
    ({ code, scan }) =>
      code.organizationId === organizationId && scan.scanned_at > now - keptDays * dayMs,
  )
  const rows = recent.map((visit, index) => deliveryOf(visit, webhook.id, index % 17 === 0))
  for (const some of inParts(rows)) {
    await database.transaction(async ({ db }) => {
      await db
        .insertInto('events')
        .values(some.map(({ event }) => event))
        .execute()
      await db
        .insertInto('deliveries')
        .values(some.map(({ delivery }) => delivery))
        .execute()
      const attempts = some.flatMap((one) => one.attempts)
      for (const part of inParts(attempts)) {
        await db.insertInto('delivery_attempts').values(part).execute()
      }
    })
  }
  return rows.length
}

/** One delivery in 17 fails at first, when the till is down, and arrives at the second attempt. */
const deliveryOf = ({ code, scan, scanId }: Visit, webhookId: string, isLate: boolean) => {
  const { scanned_at: at } = scan
  const event_id = idAt('evt', at)
  const id = idAt('dlv', at)
  const type = 'scan.created'
  const data = {
    scan_id: scanId,
    qpr_code_id: code.id,
    short_id: code.short_id,
    scanned_at: isoTime(at),
    metadata: code.metadata,
  }
  const body = JSON.stringify({ event: type, id: event_id, created_at: isoTime(at), data })
  const attempt = (number: number, status: number) => ({
    delivery_id: id,
    number,
    started_at: at + (number - 1) * 5 * secondMs,
    duration_ms: 40 + ((at + number) % 90),
    status,
    error: status === 204 ? null : `Answered with status ${status}.`,
    response_body: '',
  })
  return {
    event: { id: event_id, organization_id: code.organizationId, type, body, created_at: at },
    delivery: {
      id,
      organization_id: code.organizationId,
      webhook_id: webhookId,
      event_id,
      event: type,
      status: 'succeeded' as const,
      attempts_count: isLate ? 2 : 1,
      waits_used: isLate ? 1 : 0,
      last_status: 204,
      created_at: at,
    },
    attempts: isLate ? [attempt(1, 503), attempt(2, 204)] : [attempt(1, 204)],
  }
}
