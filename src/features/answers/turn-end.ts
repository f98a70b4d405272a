import type { Outcome } from '#contract/outcomes.ts'
import { type Clock, dayMs } from '../../platform/kit/clock.ts'
import type { Transaction } from '../../platform/store/database.ts'
import { foldForSearch } from '../../platform/text/text.ts'
import { type Citation, storedCitations } from '../conversations/citations.ts'
import { countedTalk, type NoteMessages } from '../conversations/counting.ts'
import * as store from '../conversations/visits.store.ts'
import type { AnswerError } from '../models/model.ts'
import { account } from './limits.store.ts'
import * as turns from './turns.store.ts'

/** How an answer ended: complete, stopped by the visitor, or failed. */
export interface TurnOutcome {
  status: 'done' | 'stopped' | 'failed'
  text: string
  model: string | null
  tokensIn: number
  tokensOut: number
  costMicros: number
  /**
   * Tokens to charge to the daily budget. Null: the whole reservation, because the provider did not
   * count them.
   */
  charged: number | null
  error: AnswerError | null
  /** The answer ended at its maximum length. */
  isTruncated?: boolean
  /** How well it answered; null unless it is complete. */
  outcome?: Outcome | null
  citations?: Citation[]
  /** The text as it was streamed, if marks were removed from it at the end. */
  streamedText?: string | null
}

interface TurnEndOptions {
  clock: Clock
  idleMs: number
  mostMessages: number
  noteMessages: NoteMessages
  /** Keeps a question that the answer did not know. */
  learning: {
    note: (
      tx: Transaction,
      question: { answerId: string; conversationId: string; organizationId: string },
    ) => Promise<void>
  }
  endConversation: (
    tx: Transaction,
    conversation: store.ConversationRow,
    reason: 'limit',
  ) => Promise<void>
}

export type EndTurn = ReturnType<typeof createTurnEnd>

/**
 * Ends an answer in the database exactly once. The caller is the process that ran it, a process
 * that stops it, or the sweeper after its process died. False when the answer had already ended.
 */
export const createTurnEnd =
  ({ clock, idleMs, mostMessages, noteMessages, learning, endConversation }: TurnEndOptions) =>
  async (tx: Transaction, message: store.MessageRow, outcome: TurnOutcome): Promise<boolean> => {
    const now = clock.now()
    const conversation = await store.holdById(tx.db, message.conversation_id)
    if (!conversation) return false
    const { status, text, model, tokensIn, tokensOut, costMicros, charged, error } = outcome
    const { isTruncated = false, citations = [], streamedText = null } = outcome
    const isEnded = await turns.endTurn(tx.db, {
      id: message.id,
      conversation_id: message.conversation_id,
      text,
      text_folded: foldForSearch(text),
      status,
      model,
      tokens_in: tokensIn,
      tokens_out: tokensOut,
      cost_micros: costMicros,
      error_code: error?.code ?? null,
      is_retryable: error ? Number(error.isRetryable) : null,
      is_truncated: isTruncated ? 1 : null,
      outcome_reported: outcome.outcome ?? null,
      citations: storedCitations(citations),
      streamed_text: streamedText,
      finished_at: now,
    })
    if (!isEnded) return false
    if (outcome.outcome === 'unknown' || outcome.outcome === 'partly') {
      const { id: conversationId, organization_id: organizationId } = conversation
      await learning.note(tx, { answerId: message.id, conversationId, organizationId })
    }
    await account(tx.db, {
      codeId: conversation.code_id,
      day: Math.floor(message.created_at / dayMs),
      reserved: message.tokens_reserved,
      tokens: charged ?? message.tokens_reserved,
      costMicros,
    })
    const messages = text === '' ? 0 : 1
    if (messages > 0) {
      await noteMessages(tx, countedTalk(conversation), { conversations: 0, messages })
    }
    const after = {
      messages_count: conversation.messages_count + messages,
      tokens_in: conversation.tokens_in + tokensIn,
      tokens_out: conversation.tokens_out + tokensOut,
      cost_micros: conversation.cost_micros + costMicros,
      idle_at: conversation.status === 'open' ? now + idleMs : null,
    }
    await store.saveProgress(tx.db, conversation, after)
    if (conversation.status === 'open' && conversation.turns >= mostMessages) {
      await endConversation(tx, { ...conversation, ...after }, 'limit')
    }
    return true
  }
