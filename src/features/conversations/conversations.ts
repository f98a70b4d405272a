import { type Change, type Context, signal } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { ConversationReason } from '../../platform/store/tables.ts'
import { codeForTalk } from '../codes/codes.ts'
import type { TalkingCode } from '../codes/codes.views.ts'
import { emit } from '../events/outbox.ts'
import { noteMessages } from '../scans/sums.ts'
import { codeArchived, conversationEnded, conversationNotFound } from './sentences.ts'
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
  const now = change.now()
  if (started_at === null) {
    // A lead that the visitor left before the first message must stay.
    if (await store.hasLead(change.db, id)) await store.end(change.db, id, reason, now)
    else await store.remove(change.db, id)
    return
  }
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
  await insertTurn(change, conversation, ownerMessage(conversation, text, userId, change.now()))
}

/** Adds a message that is a turn of its own. Returns the conversation after it. */
export const insertTurn = async (
  change: Change<unknown>,
  conversation: store.ConversationRow,
  message: store.MessageRow,
): Promise<store.ConversationRow> => {
  const after = {
    ...conversation,
    turns: conversation.turns + 1,
    messages_count: conversation.messages_count + 1,
    // Null while an answer runs, whose end starts the idle time, and while the visitor waits.
    idle_at: conversation.idle_at === null ? null : change.now() + idleMs(change),
  }
  await store.insertMessages(change.db, [message])
  await store.saveProgress(change.db, conversation, after)
  await countConversation(change, conversation, { conversations: 0, messages: 1 })
  signal(change, { kind: 'conversation-changed', conversationId: conversation.id })
  return after
}

/**
 * The code of an open conversation. Read in this transaction and not from a cache: an archived code
 * must not answer.
 */
export const requireActiveCode = async (
  context: Pick<Context<unknown>, 'db'>,
  conversation: store.ConversationRow,
): Promise<TalkingCode> => {
  if (conversation.status === 'ended') throw conversationEnded()
  return await requireCodeOf(context, conversation)
}

/** The code of a conversation, which may have ended. */
export const requireCodeOf = async (
  context: Pick<Context<unknown>, 'db'>,
  { organization_id, code_id, language }: store.ConversationRow,
): Promise<TalkingCode> => {
  const code = await codeForTalk(context, 'id', code_id)
  if (!code) throw conversationNotFound()
  // The conversation belongs to the organization from which the code has moved away.
  if (code.organizationId !== organization_id) throw conversationEnded()
  if (code.status === 'archived') throw codeArchived(language)
  return code
}
