import type { Database } from '../../platform/store/database.ts'
import { listMessages, type MessageRow } from '../conversations/visits.store.ts'
import { estimateTokens } from '../models/model.ts'
import type { EndTurn } from './turn-end.ts'
import type { Turns } from './turns.ts'

interface StoppingOptions {
  database: Database
  turns: Turns
  endTurn: EndTurn
  /** The maximum number of tokens of an answer. */
  outputTokens: number
}

/** A process that is alive ends its answer much sooner. */
const mostMs = 500

/** Ends the running answer of a conversation, in this or another process. The text so far stays. */
export const createStopTurn = ({ database, turns, endTurn, outputTokens }: StoppingOptions) => {
  const { db, signals } = database

  const runningIn = async (conversationId: string): Promise<MessageRow | undefined> =>
    (await listMessages(db, conversationId)).find(({ status }) => status === 'running')

  /**
   * Asks the process that runs the answer to end it, because only that process has the last words.
   * Returns the message when no process ended it in time, because its process is dead.
   */
  const askOthers = async (conversationId: string): Promise<MessageRow | undefined> => {
    const until = performance.now() + mostMs
    let wake = () => {}
    const unlisten = signals.listen((signal) => {
      if (signal.kind === 'conversation-changed' && signal.conversationId === conversationId) wake()
    })
    signals.send({ kind: 'turn-stopped', conversationId })
    try {
      for (;;) {
        const leftMs = until - performance.now()
        const changed = new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, Math.max(0, leftMs)).unref()
        })
        const message = await runningIn(conversationId)
        if (!message || leftMs <= 0) return message
        await changed
      }
    } finally {
      unlisten()
    }
  }

  return async (conversationId: string): Promise<void> => {
    const here = turns.find(conversationId)
    if (here) {
      here.stop()
      return await here.over
    }
    if (!(await runningIn(conversationId))) return
    const message = await askOthers(conversationId)
    if (!message) return
    const outcome = {
      status: 'stopped' as const,
      text: message.text,
      model: message.model,
      tokensIn: message.tokens_reserved - outputTokens,
      tokensOut: estimateTokens(message.text),
      costMicros: 0,
      charged: null,
      error: null,
    }
    await database.transaction((tx) => endTurn(tx, message, outcome))
    // If the process is alive after all, it must stop now.
    signals.send({ kind: 'turn-stopped', conversationId })
    signals.send({ kind: 'conversation-changed', conversationId })
  }
}
