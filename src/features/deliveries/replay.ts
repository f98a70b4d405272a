import { setImmediate as nextTurn } from 'node:timers/promises'
import { omitFromAudit } from '../../platform/audit.ts'
import { type Change, signal } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { lowestId, madeAt } from '../../platform/kit/ids.ts'
import { requireWebhook } from '../webhooks/webhooks.ts'
import type { ReplayRequest } from './deliveries.schema.ts'
import { webhookInactive } from './deliveries.ts'
import * as store from './replay.store.ts'

/** The maximum in one request. A caller continues at `next_since`. */
const maxReplayed = 10_000
const stepSize = 1000

const restart = async (change: Change, ids: string[]): Promise<number> => {
  const now = change.now()
  let count = 0
  for (let i = 0; i < ids.length; i += stepSize) {
    count += await store.restart(change.db, ids.slice(i, i + stepSize), now)
    // On SQLite a step blocks the whole process, so give other requests a turn.
    await nextTurn()
  }
  return count
}

export const replayDeliveries = async (
  change: Change,
  webhookId: string,
  request: ReplayRequest,
) => {
  const { db } = change
  const { status, dry_run = false } = request
  const { active, organization_id } = await requireWebhook(change, webhookId, 'webhooks:write')
  if (dry_run) omitFromAudit(change, organization_id)
  if (active === 0 && !dry_run) throw webhookInactive()
  const span = spanOf(webhookId, request, change.now())
  const found = await store.listFinished(db, span, status, maxReplayed + 1)
  const ids = found.slice(0, maxReplayed)
  const fromId = found[maxReplayed]
  const remaining =
    fromId === undefined ? 0 : await store.countFinished(db, { ...span, fromId }, status)
  const count = dry_run ? ids.length : await restart(change, ids)
  if (!dry_run) signal(change, { kind: 'deliveries-due', webhookId })
  const next_since = fromId === undefined ? null : isoTime(madeAt(fromId))
  return { count, dry_run, remaining, next_since }
}

const spanOf = (webhookId: string, { since, until }: ReplayRequest, now: number): store.Span => {
  const sinceAt = Date.parse(since)
  // Without an end: everything until now, including this millisecond.
  const untilAt = until === undefined ? now + 1 : Date.parse(until)
  if (sinceAt > untilAt) {
    const end = until === undefined ? 'in the future' : 'after until'
    throw invalidField('/since', 'too_large', `since must not be ${end}.`)
  }
  return { webhookId, fromId: lowestId('dlv', sinceAt), beforeId: lowestId('dlv', untilAt) }
}
