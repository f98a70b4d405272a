import type { Transaction } from '../../platform/store/database.ts'
import type { noteMessages } from '../scans/note-messages.ts'
import { type ConversationRow, remove } from './visits.store.ts'

/** Adds a conversation and its messages to the sums that Insight shows. */
export type NoteMessages = typeof noteMessages

type Started = Pick<ConversationRow, 'code_id' | 'scan_id' | 'started_at' | 'created_at'>

/** A conversation counts in the hour of its first message. */
export const countedTalk = ({ code_id, scan_id, started_at, created_at }: Started) => ({
  codeId: code_id,
  scanId: scan_id,
  startedAt: started_at ?? created_at,
  createdAt: created_at,
})

/** Deletes a conversation and takes it out of the sums. */
export const removeTalk = async (tx: Transaction, id: string, noteMessages: NoteMessages) => {
  const conversation = await remove(tx.db, id)
  // Without a visitor message it was never counted.
  if (!conversation || conversation.started_at === null) return
  const { messages_count } = conversation
  await noteMessages(tx, countedTalk(conversation), {
    conversations: -1,
    messages: -messages_count,
  })
}
