import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import type { TalkingCode } from '../codes/codes.views.ts'
import { countedTalk, type NoteMessages } from '../conversations/counting.ts'
import { ownerMessage } from '../conversations/visits.rows.ts'
import * as store from '../conversations/visits.store.ts'

interface OwnerMessagesOptions extends Base {
  codeOf: (db: Db, id: string) => Promise<Pick<TalkingCode, 'status'> | null>
  idleMs: number
  noteMessages: NoteMessages
}

/**
 * Adds a message of the owner to an open conversation, as a turn of its own. The stream of the
 * visitor delivers it after the answer that may be running. Nothing happens when the conversation
 * has ended, or when its code is archived.
 */
export const createOwnerMessages =
  ({ database, clock, codeOf, idleMs, noteMessages }: OwnerMessagesOptions) =>
  async (tx: Transaction, conversationId: string, text: string) => {
    const conversation = await store.holdById(tx.db, conversationId)
    if (conversation?.status !== 'open') return
    const code = await codeOf(tx.db, conversation.code_id)
    if (code?.status !== 'active') return
    const now = clock.now()
    await store.insertMessages(tx.db, [ownerMessage(conversation, text, now)])
    await store.saveProgress(tx.db, conversation, {
      turns: conversation.turns + 1,
      messages_count: conversation.messages_count + 1,
      // Null while an answer runs: its end starts the idle time.
      idle_at: conversation.idle_at === null ? null : now + idleMs,
    })
    await noteMessages(tx, countedTalk(conversation), { conversations: 0, messages: 1 })
    tx.afterCommit(() => database.signals.send({ kind: 'conversation-changed', conversationId }))
  }
