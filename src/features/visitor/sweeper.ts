import { runUnaudited } from '../../platform/change.ts'
import { readContext, type Service } from '../../platform/context.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { createWorker } from '../../platform/kit/worker.ts'
import { byEngine } from '../../platform/store/database.ts'
import { untilDue } from '../../platform/store/due.ts'
import { endTurn } from '../answers/turn-end.ts'
import * as turns from '../answers/turns.store.ts'
import { endConversation, idleMs } from '../conversations/conversations.ts'
import * as store from '../conversations/visits.store.ts'
import { answerError, estimateTokens } from '../models/model.ts'
import { endWait } from '../people/handling.ts'

/**
 * After a database outage, give other processes time to renew the leases that expired meanwhile.
 */
const spareMs = 10 * secondMs
const batchSize = 100

/** Ends idle conversations, waits for a person, and answers whose process died. */
export const createSweeper = (service: Service) => {
  const { database, clock, log } = service
  const { db } = readContext(service, null)

  const endIdle = async (): Promise<number> => {
    const ids = await store.listOverdue(db, 'idle_at', clock.now(), batchSize)
    for (const id of ids) {
      await runUnaudited(service, async (change) => {
        const conversation = await store.lockById(change.db, id)
        // A message or an end may have arrived since the query.
        if (!conversation || conversation.idle_at === null) return
        if (conversation.idle_at > change.now()) return
        await endConversation(change, conversation, 'timed_out')
      })
    }
    return ids.length
  }

  /** Tells visitors that nobody came, in time. */
  const endWaits = async (): Promise<number> => {
    const ids = await store.listOverdue(db, 'waits_until', clock.now(), batchSize)
    for (const id of ids) await runUnaudited(service, (change) => endWait(change, id))
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
    for (const message of await turns.listOrphans(db, before, batchSize)) {
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
      await runUnaudited(service, (change) => endTurn(change, message, outcome))
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
    const [waited, idle] = [await endWaits(), await endIdle()]
    if (waited === batchSize || idle === batchSize) return 0
    const waitMs = Math.min(
      await untilDue(service, { table: 'conversations', at: 'idle_at' }),
      await untilDue(service, { table: 'conversations', at: 'waits_until' }),
    )
    // Conversations of a deleted code are due until its job has deleted them, but do not end.
    return Math.max(secondMs, Math.min(idleMs({ service }), waitMs))
  }
  const worker = createWorker(round)
  return {
    start: worker.start,
    async stop() {
      unlisten()
      await worker.stop()
    },
  }
}
