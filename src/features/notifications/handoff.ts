import type { Change, Context, Facts } from '../../platform/context.ts'
import { enqueueMail, type MailKinds } from '../../platform/mail/mail.ts'
import { findWaiting } from '../people/notices.store.ts'
import * as store from './notifications.store.ts'
import { isReceived, readerOf } from './notifications.ts'

/** Mails the members of a hand-off, in its transaction. */
export const mailWaitingVisitor = async (
  change: Change<unknown>,
  { organizationId, conversationId, memberIds }: Facts['visitorWaits'],
) => {
  const members = await store.amongMembers(change.db, organizationId, 'handoff', memberIds)
  for (const member of members) {
    const { role, value, since, email, organizationName } = member
    if (!isReceived('handoff', role, value)) continue
    const reader = readerOf(member, { kind: 'handoff', since: since ?? 0 })
    const data = { organizationName, conversationId, reader }
    await enqueueMail(change, { kind: 'visitorWaits', recipient: email, data })
  }
}

/** Null when the visitor does not wait any more: the mail would come too late. */
export const quoteWaitingVisitor = async (
  { db }: Pick<Context, 'db'>,
  { conversationId }: MailKinds['visitorWaits'],
): Promise<{ codeName: string } | null> => {
  const waiting = await findWaiting(db, conversationId)
  return waiting ? { codeName: waiting.codeName ?? '' } : null
}
