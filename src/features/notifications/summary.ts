import type { MailLanguage } from '#contract/notifications.ts'
import type { MailKinds, Outgoing, SummarySection } from '../../platform/mail/mail.ts'
import type { Base, Db } from '../../platform/store/database.ts'
import * as store from './notifications.store.ts'
import { isReceived, readerOf } from './notifications.ts'
import { nextSummaryAt, type SummaryPeriod, summaryPeriod } from './periods.ts'

export interface SummaryContext {
  db: Db
  organizationId: string
  period: SummaryPeriod
  timeZone: string
  language: MailLanguage
}

/**
 * A part of the summary. Null when the period has nothing for it: a summary without sections is not
 * sent. A feature adds its part to the list in `summary.sections.ts`.
 */
export type Section = (context: SummaryContext) => Promise<SummarySection | null>

interface SummariesOptions extends Base {
  mail: Outgoing
  sections: Section[]
}

/** Sends daily and weekly summaries. */
export const createSummaries = ({ database, clock, mail, sections }: SummariesOptions) => {
  const write = async (context: SummaryContext): Promise<SummarySection[]> => {
    const written: SummarySection[] = []
    for (const section of sections) {
      const content = await section(context)
      if (content) written.push(content)
    }
    return written
  }

  return {
    /**
     * The figures are read before the transaction, so that it is short. If two processes read them,
     * only the one that moves the due time sends the mail. An empty summary is not queued.
     */
    async send(due: store.ChoiceRow) {
      const { db } = database
      const interval = due.value === 'daily' ? 'daily' : 'weekly'
      const now = clock.now()
      const member = await store.findMember(db, due.member_id)
      const timeZone = member?.timeZone ?? 'UTC'
      const nextAt = nextSummaryAt(interval, now, timeZone)
      const isWanted = member && isReceived(due.kind, member.role, due.value)
      const period = summaryPeriod(interval, now, timeZone)
      const reader = member && readerOf(member, { kind: 'summary', since: due.since })
      const found = isWanted && reader ? await write({ db, period, timeZone, ...reader }) : []
      await database.transaction(async (tx) => {
        if (!(await store.moveDue(tx.db, due, nextAt))) return
        if (!member || !reader || found.length === 0) return
        const { organizationName } = member
        await mail.enqueue(tx, {
          kind: 'summary',
          recipient: member.email,
          data: { organizationName, interval, dueAt: now, timeZone, reader },
        })
      })
    },

    /** For the mail when it is sent: it quotes conversations. */
    async quote({ interval, dueAt, timeZone, reader }: MailKinds['summary']) {
      const period = summaryPeriod(interval, dueAt, timeZone)
      const sections = await write({ db: database.db, period, timeZone, ...reader })
      const { firstDay, lastDay } = period
      return sections.length > 0 ? { firstDay, lastDay, sections } : null
    },
  }
}

export type Summaries = ReturnType<typeof createSummaries>
