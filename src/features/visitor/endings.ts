import { isoTime, secondMs } from '../../platform/kit/clock.ts'
import { startWorker } from '../../platform/kit/worker.ts'
import {
  type Base,
  byEngine,
  type Db,
  type LoggedBase,
  type Transaction,
} from '../../platform/store/database.ts'
import type { ConversationReason } from '../../platform/store/tables.ts'
import type { EndTurn } from '../answers/turn-end.ts'
import * as turns from '../answers/turns.store.ts'
import * as store from '../conversations/visits.store.ts'
import type { Outbox } from '../events/outbox.ts'
import { answerError, estimateTokens } from '../models/model.ts'

interface EndingsOptions extends Base {
  outbox: Outbox
  codeOf: (
    db: Db,
    codeId: string,
  ) => Promise<{ shortId: string; metadata: Record<string, unknown> } | null>
}

export type EndConversation = ReturnType<typeof createEndConversation>

/**
 * Ends a conversation exactly once, with its event in the same transaction. A conversation without
 * a visitor message is deleted without an event.
 */
export const createEndConversation =
  ({ database, clock, outbox, codeOf }: EndingsOptions) =>
  async (tx: Transaction, conversation: store.ConversationRow, reason: ConversationReason) => {
    const { id, started_at } = conversation
    tx.afterCommit(() =>
      database.signals.send({ kind: 'conversation-changed', conversationId: id }),
    )
    if (started_at === null) {
      await store.remove(tx.db, id)
      return
    }
    const now = clock.now()
    if (!(await store.end(tx.db, id, reason, now))) return
    const code = await codeOf(tx.db, conversation.code_id)
    if (!code) return
    const data = {
      conversation_id: id,
      qpr_code_id: conversation.code_id,
      short_id: code.shortId,
      scan_id: conversation.scan_id,
      started_at: isoTime(started_at),
      ended_at: isoTime(now),
      reason,
      messages_count: conversation.messages_count,
      rating: conversation.rating,
      metadata: code.metadata,
    }
    const { organization_id: organizationId } = conversation
    await outbox.add(tx, [{ organizationId, type: 'conversation.completed', data }])
  }

interface SweeperOptions extends LoggedBase {
  endTurn: EndTurn
  endConversation: EndConversation
  idleMs: number
}

const sweepMs = 5 * secondMs
/**
 * After a database outage, give other processes time to renew the leases that expired meanwhile.
 */
const spareMs = 10 * secondMs
const batchSize = 100

/** Ends idle conversations, and answers whose process died. */
export const startSweeper = (options: SweeperOptions) => {
  const { database, clock, log, endTurn, endConversation, idleMs } = options

  const endIdle = async (): Promise<number> => {
    const ids = await store.listIdle(database.db, clock.now(), batchSize)
    for (const id of ids) {
      await database.transaction(async (tx) => {
        const conversation = await store.holdById(tx.db, id)
        // A message or an end may have arrived since the query.
        if (!conversation || conversation.idle_at === null) return
        if (conversation.idle_at > clock.now()) return
        await endConversation(tx, conversation, 'timed_out')
      })
    }
    return ids.length
  }

  // SQLite has a single process, so every answer that is still marked as running at the start was
  // interrupted.
  let leasesOver = byEngine(database.engine, {
    sqlite: () => Number.MAX_SAFE_INTEGER,
    postgres: () => 0,
  })

  let spareUntil = 0
  const unlisten = database.signals.listen((signal) => {
    if (signal.kind === 'reconnected') spareUntil = clock.now() + spareMs
  })

  const endOrphans = async () => {
    if (clock.now() < spareUntil) return
    const before = Math.max(clock.now(), leasesOver)
    leasesOver = 0
    for (const message of await turns.listOrphans(database.db, before, batchSize)) {
      const outcome = {
        status: 'failed' as const,
        text: message.text,
        model: message.model,
        tokensIn: 0,
        tokensOut: estimateTokens(message.text),
        costMicros: 0,
        charged: null,
        error: answerError('interrupted'),
      }
      await database.transaction((tx) => endTurn(tx, message, outcome))
      const { conversation_id: conversationId, id: messageId } = message
      database.signals.send({ kind: 'conversation-changed', conversationId })
      log.warn({ messageId }, 'an answer was ended because its process had died')
    }
  }

  const round = async (): Promise<number> => {
    try {
      return await sweep()
    } catch (error) {
      // The database may answer again before the `reconnected` signal arrives.
      spareUntil = clock.now() + spareMs
      throw error
    }
  }

  const sweep = async (): Promise<number> => {
    await endOrphans()
    if ((await endIdle()) === batchSize) return 0
    const next = await store.nextIdleAt(database.db)
    const waitMs = next === null ? sweepMs : next - clock.now()
    return Math.max(0, Math.min(sweepMs, idleMs, waitMs))
  }
  const worker = startWorker({ name: 'conversations', log, round, retryMs: sweepMs })
  const stop = async () => {
    unlisten()
    await worker.stop()
  }
  return { ...worker, stop }
}
