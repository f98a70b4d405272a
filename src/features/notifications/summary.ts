import type { OwnerLanguage } from '#contract/languages.ts'
import type { Change, Context } from '../../platform/context.ts'
import { hourMs } from '../../platform/kit/clock.ts'
import { localHourOf } from '../../platform/kit/time-zone.ts'
import { locales, readableNumber } from '../../platform/mail/layout.ts'
import { enqueueMail, type MailKinds } from '../../platform/mail/mail.ts'
import { settleDue } from '../../platform/store/due.ts'
import { unansweredQuestions } from '../questions/questions.list.ts'
import { listScanHours } from '../scans/scans.ts'
import * as store from './notifications.store.ts'
import { isReceived, readerOf } from './notifications.ts'
import { nextSummaryAt, type SummaryPeriod, summaryPeriod } from './periods.ts'
import { questionBefore, ratedAnswers } from './ratings.store.ts'
import type { SummaryContents, SummarySection } from './summary.mail.ts'
import { summaryWords } from './summary.words.ts'

/** The organization, the period and the reader of a summary. */
interface SummaryScope {
  organizationId: string
  period: SummaryPeriod
  timeZone: string
  language: OwnerLanguage
}

/** A part of the summary. Null when the period has nothing for it. */
type Section = (context: Context<null>, scope: SummaryScope) => Promise<SummarySection | null>

const maxQuestions = 5
const maxAnswers = 3
const maxHours = 3

type Hours = Awaited<ReturnType<typeof listScanHours>>

const sumOf = (hours: Hours, of: 'scans' | 'conversations') =>
  hours.reduce((total, hour) => total + hour[of], 0)

/** `120 (+20 %)`; without an earlier number there is nothing to compare with. */
const compared = (language: OwnerLanguage, now: number, before: number): string => {
  const number = readableNumber(now, language)
  if (before === 0) return `${number} (${summaryWords[language].noneBefore})`
  const change = new Intl.NumberFormat(locales[language], {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format((now - before) / before)
  return `${number} (${change})`
}

const figures: Section = async (context, { organizationId, period, language }) => {
  const now = await listScanHours(context, organizationId, period)
  const [scans, conversations] = [sumOf(now, 'scans'), sumOf(now, 'conversations')]
  if (scans === 0 && conversations === 0) return null
  const before = await listScanHours(context, organizationId, period.before)
  const words = summaryWords[language]
  const line = (label: string, count: number, of: 'scans' | 'conversations') => ({
    text: `${label}: ${compared(language, count, sumOf(before, of))}`,
  })
  return {
    title: words.figures,
    lines: [
      line(words.scans, scans, 'scans'),
      line(words.conversations, conversations, 'conversations'),
    ],
  }
}

const answers =
  (rating: 'up' | 'down'): Section =>
  async ({ db }, { organizationId, period, language }) => {
    const found = await ratedAnswers(db, organizationId, period, rating, maxAnswers)
    if (found.length === 0) return null
    const words = summaryWords[language]
    const lines = await Promise.all(
      found.map(async ({ conversationId, codeName, turn, answer, comment }) => {
        const question = await questionBefore(db, conversationId, turn)
        const said = comment ? ` ${words.comment(shortened(comment))}` : ''
        return {
          text: `${codeName}: ${words.quote(shortened(question))} – ${words.quote(shortened(answer))}${said}`,
          path: `conversations/${conversationId}`,
        }
      }),
    )
    return { title: rating === 'up' ? words.best : words.worst, lines }
  }

/** Each question leads to the box in which it is answered. */
const unanswered: Section = async (context, { organizationId, period, language }) => {
  const { total, questions } = await unansweredQuestions(
    context,
    organizationId,
    period,
    maxQuestions,
  )
  if (questions.length === 0) return null
  const words = summaryWords[language]
  const lines = questions.map(({ id, question, conversations }) => ({
    text: `${words.quote(shortened(question))} ${words.countedConversations(conversations, readableNumber(conversations, language))}`,
    path: `questions/${id}`,
  }))
  const more = total - questions.length
  const rest = { text: words.moreQuestions(more, readableNumber(more, language)) }
  return {
    title: words.unanswered,
    lines: more > 0 ? [...lines, { ...rest, path: 'questions' }] : lines,
  }
}

const busiestHours: Section = async (context, scope) => {
  const { organizationId, period, timeZone, language } = scope
  const scansAt = new Map<number, number>()
  for (const { hour, scans } of await listScanHours(context, organizationId, period)) {
    const local = localHourOf(hour * hourMs, timeZone)
    scansAt.set(local, (scansAt.get(local) ?? 0) + scans)
  }
  const busiest = [...scansAt]
    .filter(([, scans]) => scans > 0)
    .sort(([hourA, a], [hourB, b]) => b - a || hourA - hourB)
    .slice(0, maxHours)
  if (busiest.length === 0) return null
  const words = summaryWords[language]
  const lines = busiest.map(([hour, scans]) => ({
    text: `${clock(hour)}–${clock((hour + 1) % 24)}: ${words.countedScans(scans, readableNumber(scans, language))}`,
  }))
  return { title: words.busiest(timeZone), lines }
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const shownCharacters = 120

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > shownCharacters
    ? `${line.slice(0, shownCharacters - 1).toWellFormed()}…`
    : line
}

/** The sections of a summary, in their order. A summary without sections is not sent. */
const summarySections: Section[] = [
  figures,
  unanswered,
  answers('up'),
  answers('down'),
  busiestHours,
]

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
    if (!(await settleDue(change.db, store.queue, due, { due_at: nextAt }))) return
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
