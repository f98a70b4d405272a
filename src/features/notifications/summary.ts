import type { Change, Context } from '../../platform/context.ts'
import { enqueueMail, type MailKinds } from '../../platform/mail/mail.ts'
import * as store from './notifications.store.ts'
import { isReceived, readerOf } from './notifications.ts'
import { nextSummaryAt, summaryPeriod } from './periods.ts'
import type { SummaryContents, SummarySection } from './summary.mail.ts'
import { type SummaryScope, summarySections } from './summary.sections.ts'

const writeSections = async (
  context: Context<null>,
  scope: SummaryScope,
): Promise<SummarySection[]> => {
  const written: SummarySection[] = []
  for (const section of summarySections) {
    const content = await section(context, scope)
    if (content) written.push(content)
  }
  return written
}

/**
 * Writes a due summary before the transaction, so that the transaction is short. Only the process
 * whose claim still holds sends the mail. An empty summary is not queued.
 */
export const prepareSummary = async (context: Context<null>, due: store.ChoiceRow) => {
  const interval = due.value === 'daily' ? 'daily' : 'weekly'
  const now = context.now()
  const member = await store.findReader(context.db, due.member_id)
  const timeZone = member?.timeZone ?? 'UTC'
  const nextAt = nextSummaryAt(interval, now, timeZone)
  const isWanted = member && isReceived(due.kind, member.role, due.value)
  const period = summaryPeriod(interval, now, timeZone)
  const reader = member && readerOf(member, { kind: 'summary', since: due.since })
  const found =
    isWanted && reader ? await writeSections(context, { period, timeZone, ...reader }) : []
  return async (change: Change<null>) => {
    if (!(await store.settle(change.db, due, nextAt))) return
    if (!member || !reader || found.length === 0) return
    const { organizationName } = member
    await enqueueMail(change, {
      kind: 'summary',
      recipient: member.email,
      data: { organizationName, interval, dueAt: now, timeZone, reader },
    })
  }
}

/**
 * Writes the sections once more when the mail is sent, because they quote conversations. Null when
 * nothing is left of them.
 */
export const quoteSummary = async (
  context: Context<null>,
  { interval, dueAt, timeZone, reader }: MailKinds['summary'],
): Promise<SummaryContents | null> => {
  const period = summaryPeriod(interval, dueAt, timeZone)
  const sections = await writeSections(context, { period, timeZone, ...reader })
  const { firstDay, lastDay } = period
  return sections.length > 0 ? { firstDay, lastDay, sections } : null
}
