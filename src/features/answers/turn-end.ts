import type { Outcome } from '#contract/outcomes.ts'
import { announce, type Change, type Context } from '../../platform/context.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { foldForSearch } from '../../platform/text/text.ts'
import { handoffOfCode } from '../codes/codes.ts'
import { type Citation, storedCitations } from '../conversations/citations.ts'
import { countConversation, endConversation, idleMs } from '../conversations/conversations.ts'
import * as store from '../conversations/visits.store.ts'
import type { AnswerError } from '../models/model.ts'
import { claimsHandover } from './claims.ts'
import { account, countOf } from './limits.store.ts'
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
  /** The visitor asked for a person. */
  isPersonWanted?: boolean
  /** The text claims a hand-over. Absent: the text is read at the end. */
  isClaimed?: boolean
}

declare module '../../platform/context.ts' {
  interface Facts {
    /** An answer is stored. `outcome` is null unless it is complete. */
    turnEnded: {
      answerId: string
      conversationId: string
      organizationId: string
      outcome: Outcome | null
    }
  }
}

/**
 * Ends an answer in the database exactly once. The caller is the process that ran it, a process
 * that stops it, or the sweeper after its process died. False when the answer had already ended.
 */
export const endTurn = async (
  change: Change<unknown>,
  message: store.MessageRow,
  ending: TurnOutcome,
): Promise<boolean> => {
  const { db } = change
  const now = change.now()
  const conversation = await store.lockById(db, message.conversation_id)
  if (!conversation) return false
  const { status, text, model, tokensIn, tokensOut, costMicros, charged, error } = ending
  const { isTruncated = false, outcome = null, citations = [], streamedText = null } = ending
  const { offer, notice } = await additionsTo(change, conversation, ending)
  const isEnded = await turns.endTurn(db, {
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
    outcome_reported: outcome,
    citations: storedCitations(citations),
    streamed_text: streamedText,
    offer,
    notice,
    finished_at: now,
  })
  if (!isEnded) return false
  await announce(change, 'turnEnded', {
    answerId: message.id,
    conversationId: conversation.id,
    organizationId: conversation.organization_id,
    outcome,
  })
  await account(db, {
    codeId: conversation.code_id,
    day: Math.floor(message.created_at / dayMs),
    reserved: message.tokens_reserved,
    tokens: charged ?? message.tokens_reserved,
    costMicros,
    ...countOf(outcome),
  })
  const messages = text === '' ? 0 : 1
  if (messages > 0) await countConversation(change, conversation, { conversations: 0, messages })
  const after = {
    messages_count: conversation.messages_count + messages,
    tokens_in: conversation.tokens_in + tokensIn,
    tokens_out: conversation.tokens_out + tokensOut,
    cost_micros: conversation.cost_micros + costMicros,
    idle_at: conversation.status === 'open' ? now + idleMs(change) : null,
    offer: offer && ('answer' as const),
  }
  await store.saveProgress(db, conversation, after)
  await endAtLimit(change, { ...conversation, ...after })
  return true
}

/** Ends a conversation that has the maximum number of turns. */
export const endAtLimit = async (change: Change<unknown>, conversation: store.ConversationRow) => {
  const { messages: maxTurns } = change.service.answerLimits
  if (conversation.status !== 'open' || conversation.turns < maxTurns) return
  await endConversation(change, conversation, 'limit')
}

/** Whether the visitor of a conversation can ask for a person. */
export const hasHandoff = async (
  context: Pick<Context<unknown>, 'db'>,
  { organization_id: organizationId, code_id: codeId }: store.ConversationRow,
): Promise<boolean> => (await handoffOfCode(context, { organizationId, codeId })).enabled

/**
 * What the service says below an answer: the truth about a hand-over that the answer claims, and the
 * offer of a person.
 */
const additionsTo = async (
  change: Change<unknown>,
  conversation: store.ConversationRow,
  ending: TurnOutcome,
): Promise<Pick<store.MessageRow, 'offer' | 'notice'>> => {
  const { text, outcome = null, isPersonWanted = false, isClaimed = claimsHandover(text) } = ending
  const isHelpless = outcome === 'unknown' && (await turns.hasUnknown(change.db, conversation.id))
  const isReason = isClaimed || isPersonWanted || isHelpless || conversation.offer === 'rating'
  const isOffered = isReason && (await hasHandoff(change, conversation))
  return { offer: isOffered ? 'handoff' : null, notice: isClaimed ? 'not_told' : null }
}
