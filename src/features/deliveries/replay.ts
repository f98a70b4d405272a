import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { lowestId, madeAt } from '../../platform/kit/ids.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import { leaveUntouched } from '../../platform/trail.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { ReplayRequest } from './deliveries.schema.ts'
import { webhookInactive } from './deliveries.ts'
import * as store from './replay.store.ts'

interface ReplaysOptions extends Base {
  webhooks: Webhooks
}

/** The maximum in one request. A caller continues at `next_since`. */
const mostReplayed = 10_000
const stepSize = 1000

export type Replays = ReturnType<typeof createReplays>

export const createReplays = ({ database, clock, webhooks }: ReplaysOptions) => {
  const restart = async (tx: Transaction, ids: string[]): Promise<number> => {
    const now = clock.now()
    let count = 0
    for (let i = 0; i < ids.length; i += stepSize) {
      count += await store.restart(tx.db, ids.slice(i, i + stepSize), now)
      // On SQLite a step blocks the whole process, so give other requests a turn.
      await nextTurn()
    }
    return count
  }

  return {
    async replay(tx: Transaction, actor: Actor, webhookId: string, request: ReplayRequest) {
      const { status, dry_run = false } = request
      const webhook = await webhooks.find(tx.db, actor, webhookId, 'webhooks:write')
      const { active, organization_id } = webhook
      if (dry_run) leaveUntouched(tx.db, organization_id)
      if (active === 0 && !dry_run) throw webhookInactive()
      const span = spanOf(webhookId, request, clock.now())
      const found = await store.listFinished(tx.db, span, status, mostReplayed + 1)
      const ids = found.slice(0, mostReplayed)
      const fromId = found[mostReplayed]
      const remaining =
        fromId === undefined ? 0 : await store.countFinished(tx.db, { ...span, fromId }, status)
      const count = dry_run ? ids.length : await restart(tx, ids)
      if (!dry_run) {
        tx.afterCommit(() => database.signals.send({ kind: 'deliveries-due', webhookId }))
      }
      const next_since = fromId === undefined ? null : isoTime(madeAt(fromId))
      return { count, dry_run, remaining, next_since }
    },
  }
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
