import { type Change, type Context, signal } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { ConversationReason } from '../../platform/store/tables.ts'
import { codeForTalk } from '../codes/codes.ts'
import { emit } from '../events/outbox.ts'
import { noteMessages } from '../scans/sums.ts'
import { ownerMessage } from './visits.rows.ts'
import * as store from './visits.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    conversations: {
      /** A conversation without a message for this time ends. */
      idleMs: number
    }
  }
}

/** How long a conversation stays open without a message. */
export const idleMs = ({ service }: Pick<Context<unknown>, 'service'>): number =>
  service.conversations.idleMs

type Started = Pick<
  store.ConversationRow,
  'code_id' | 'organization_id' | 'scan_id' | 'started_at' | 'created_at'
>

/**
 * Adds a conversation or messages to the sums that Insight shows. A conversation counts in the hour
 * of its first message.
 */
export const countConversation = (
  change: Change<unknown>,
  { code_id, organization_id, scan_id, started_at, created_at }: Started,
  counts: Parameters<typeof noteMessages>[2],
) =>
  noteMessages(
    change,
    {
      codeId: code_id,
      organizationId: organization_id,
      scanId: scan_id,
      startedAt: started_at ?? created_at,
      createdAt: created_at,
    },
    counts,
  )

/**
 * Ends a conversation exactly once, with its event in the same transaction. A conversation without
 * a visitor message is deleted without an event.
 */
export const endConversation = async (
  change: Change<unknown>,
  conversation: store.ConversationRow,
  reason: ConversationReason,
) => {
  const { id, started_at, organization_id: organizationId } = conversation
  signal(change, { kind: 'conversation-changed', conversationId: id })
  if (started_at === null) {
    await store.remove(change.db, id)
    return
  }
  const now = change.now()
  if (!(await store.end(change.db, id, reason, now))) return
  const code = await store.codeOf(change.db, id)
  const data = {
    conversation_id: id,
    qpr_code_id: conversation.code_id,
    short_id: code.short_id,
    scan_id: conversation.scan_id,
    started_at: isoTime(started_at),
    ended_at: isoTime(now),
    reason,
    messages_count: conversation.messages_count,
    rating: conversation.rating,
    metadata: JSON.parse(code.metadata),
  }
  await emit(change, [{ organizationId, type: 'conversation.completed', data }])
}

/**
 * Deletes a conversation, takes it out of the sums, and stops its turn and its streams. No event is
 * emitted.
 */
export const removeConversation = async (change: Change<unknown>, id: string) => {
  const conversation = await store.remove(change.db, id)
  signal(change, { kind: 'turn-stopped', conversationId: id })
  signal(change, { kind: 'conversation-changed', conversationId: id })
  // Without a visitor message it was never counted.
  if (!conversation || conversation.started_at === null) return
  const { messages_count } = conversation
  await countConversation(change, conversation, { conversations: -1, messages: -messages_count })
}

/**
 * Adds a message of the owner to an open conversation, as a turn of its own. The stream of the
 * visitor delivers it after the answer that may be running. Nothing happens when the conversation
 * has ended, or when its code is archived.
 */
export const addOwnerMessage = async (
  change: Change<unknown>,
  conversationId: string,
  text: string,
  userId: string,
) => {
  const conversation = await store.lockById(change.db, conversationId)
  if (conversation?.status !== 'open') return
  const code = await codeForTalk(change, 'id', conversation.code_id)
  // A code that has moved away answers for its new organization.
  if (code?.status !== 'active' || code.organizationId !== conversation.organization_id) return
  const now = change.now()
  await store.insertMessages(change.db, [ownerMessage(conversation, text, userId, now)])
  await store.saveProgress(change.db, conversation, {
    turns: conversation.turns + 1,
    messages_count: conversation.messages_count + 1,
    // Null while an answer runs: its end starts the idle time.
    idle_at: conversation.idle_at === null ? null : now + idleMs(change),
  })
  await countConversation(change, conversation, { conversations: 0, messages: 1 })
  signal(change, { kind: 'conversation-changed', conversationId })
}
