import { runUnaudited } from '../../platform/change.ts'
import { type Change, type Context, signal } from '../../platform/context.ts'
import { listMessages, type MessageRow } from '../conversations/visits.store.ts'
import { estimateTokens } from '../models/model.ts'
import { endTurn } from './turn-end.ts'
import { runningTurn } from './turns.ts'

/** A process that is alive ends its answer much sooner. */
const patienceMs = 500

/** Ends the running answer of a conversation, in this or another process. The text so far stays. */
export const stopTurn = async (
  context: Context<unknown>,
  conversationId: string,
): Promise<void> => {
  const { service } = context
  const here = runningTurn(context, conversationId)
  if (here) {
    here.stop()
    return await here.over
  }
  if (!(await findRunning(context, conversationId))) return
  const message = await askOthers(context, conversationId)
  if (message) await runUnaudited(service, (change) => endStopped(change, message))
}

/** Ends a running answer with the words that are saved. Its process stops it, if it is alive. */
export const endStopped = async (change: Change<unknown>, message: MessageRow) => {
  const { conversation_id: conversationId } = message
  await endTurn(change, message, {
    status: 'stopped',
    text: message.text,
    model: message.model,
    tokensIn: message.tokens_reserved - change.service.answerLimits.outputTokens,
    tokensOut: estimateTokens(message.text),
    costMicros: 0,
    charged: null,
    error: null,
  })
  signal(change, { kind: 'turn-stopped', conversationId })
  signal(change, { kind: 'conversation-changed', conversationId })
}

const findRunning = async (
  { db }: Context<unknown>,
  conversationId: string,
): Promise<MessageRow | undefined> =>
  (await listMessages(db, conversationId)).find(({ status }) => status === 'running')

/**
 * Asks the process that runs the answer to end it, because only that process has the last words.
 * Returns the message when no process ended it in time, because its process is dead.
 */
const askOthers = async (
  context: Context<unknown>,
  conversationId: string,
): Promise<MessageRow | undefined> => {
  const { signals } = context.service.database
  const until = performance.now() + patienceMs
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
      const message = await findRunning(context, conversationId)
      if (!message || leftMs <= 0) return message
      await changed
    }
  } finally {
    unlisten()
  }
}
