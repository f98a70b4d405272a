import type { MailLanguage, NotificationKind } from '#contract/notifications.ts'
import type { Change } from '../context.ts'
import { hourMs, minuteMs } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import { startWorker, type Worker } from '../kit/worker.ts'
import type { LoggedBase, Transaction } from '../store/database.ts'
import type { Plan } from '../store/tables.ts'
import type { MailBrand, Message } from './layout.ts'
import * as store from './mail.store.ts'

/**
 * The data of each kind of mail until it is sent. Links are created when it is sent, so no token is
 * stored.
 */
export interface MailKinds {
  invitation: OfOrganization & {
    invitationId: string
    expiresAt: number
    organizationName: string
    role: string
    inviterEmail: string
  }
  signIn: { signInId: string; expiresAt: number; next?: string | null }
  webhookFailing: FailingWebhook & ForReader
  webhookDeactivated: FailingWebhook & ForReader
  planChanged: {
    /** Absent in mails that an earlier version queued. */
    organizationId?: string
    organizationName: string
    plan: Plan
    previousPlan: Plan
    /** The end of a cancelled plan that continues until then. */
    cancelAt: number | null
  }
  paymentFailed: {
    organizationId?: string
    organizationName: string
    plan: string
    graceUntil: number | null
  }
  limitNear: MonthlyLimit & ForReader
  limitReached: MonthlyLimit & ForReader
  badRatings: BadRatings & Required<ForReader>
  summary: Summary & Required<ForReader>
}

/**
 * What a notification quotes from conversations. It is read when the mail is sent: a conversation
 * that was deleted while the mail waited must not be in it, nor stay in the queue.
 */
export interface MailQuotes {
  badRatings: { ratings: QuotedRating[] }
  summary: { firstDay: string; lastDay: string; sections: SummarySection[] }
}

/** Null when nothing is left that the mail could be about. */
export type ReadQuotes = {
  [Kind in keyof MailQuotes]: (data: MailKinds[Kind]) => Promise<MailQuotes[Kind] | null>
}

/** The member who reads a notification. */
export interface Reader {
  memberId: string
  organizationId: string
  language: MailLanguage
  /** What the member can unsubscribe from; null for a mail that every owner gets. */
  chosen: { kind: NotificationKind; since: number } | null
}

interface ForReader {
  /** Absent in mails that an older version has queued. */
  reader?: Reader
}

export interface BadRatings {
  organizationName: string
  /** The ratings that are listed; without a message it is the rating of the conversation. */
  rated: { conversationId: string; messageId: string | null }[]
  /** Ratings that are not listed. */
  others: number
}

export interface QuotedRating {
  conversationId: string
  codeName: string
  question: string
  comment: string
}

/** A summary is a list of sections, of the last complete day or week before `dueAt`. */
export interface Summary {
  organizationName: string
  interval: 'daily' | 'weekly'
  dueAt: number
  timeZone: string
}

/** The texts are in the language of the reader. */
export interface SummarySection {
  title: string
  /** `path` is the page of the organization in the Studio that the line is about. */
  lines: { text: string; path?: string }[]
}

/** Absent in mails that an earlier version of the service wrote. */
interface OfOrganization {
  organizationId?: string
}

interface MonthlyLimit extends OfOrganization {
  organizationName: string
  plan: string
  limit: 'scans_per_month' | 'messages_per_month'
  used: number
  maximum: number
  /** The beginning of the next month. */
  until: number
}

interface FailingWebhook extends OfOrganization {
  organizationName: string
  webhookId: string
  url: string
  failingSince: number
}

type QueuedMail = {
  [Kind in keyof MailKinds]: { kind: Kind; recipient: string; data: MailKinds[Kind] }
}[keyof MailKinds]

/** Writes the text of each kind of mail. */
export type MailTexts = {
  [Kind in keyof MailKinds]: (
    data: MailKinds[Kind] & QuotesOf<Kind> & { brand?: MailBrand | null },
  ) => Message
}

type QuotesOf<Kind> = Kind extends keyof MailQuotes ? MailQuotes[Kind] : unknown

declare module '../context.ts' {
  interface Service {
    mailWorker: { wake(): void }
  }
}

/** Writes the mail in the transaction of its cause, so that neither exists without the other. */
export const enqueueMail = async (
  change: Pick<Change, 'db' | 'afterCommit' | 'now' | 'service'>,
  mail: QueuedMail,
) => {
  await store.insert(change.db, rowOf(mail, change.now()))
  change.afterCommit(() => change.service.mailWorker.wake())
}

const rowOf = ({ kind, recipient, data }: QueuedMail, now: number) => ({
  id: newId('mail', now),
  kind,
  recipient,
  data: JSON.stringify(data),
  attempts: 0,
  next_attempt_at: now,
  sent_at: null,
  last_error: null,
  created_at: now,
  member_id: 'reader' in data ? (data.reader?.memberId ?? null) : null,
})

/** For callers that have a transaction and no context: see `enqueueMail`. */
export interface Outgoing {
  enqueue(tx: Transaction, mail: QueuedMail): Promise<void>
}

/** Sends a finished message. Throws when it was not accepted. */
export interface Transport {
  send(mail: { id: string; recipient: string; message: Message }): Promise<void>
  /** Throws when the settings do not work; for `qpr doctor`. */
  verify(): Promise<void>
  close(): void
}

/**
 * The wait after each failed attempt. After the last one the mail is given up, with its error
 * stored.
 */
const retryMs = [1 * minuteMs, 5 * minuteMs, 15 * minuteMs, 1 * hourMs, 6 * hourMs, 24 * hourMs]

/**
 * Longer than any attempt. After this time another process takes over the mail of a dead process.
 */
const claimMs = 3 * minuteMs

const sweepMs = minuteMs
const batchSize = 20

interface MailOptions extends LoggedBase {
  transport: Transport
  texts: MailTexts
  /** Read when the mail is sent: the brand may have changed since. */
  brandOf: (organizationId: string) => Promise<MailBrand | null>
  quotes: ReadQuotes
  /** Called after each attempt. */
  ended?: (result: 'sent' | 'failed' | 'given_up') => void
}

export const createMail = (options: MailOptions) => {
  const { database, clock, log, transport, texts, brandOf, quotes, ended } = options
  let worker: Worker | undefined

  /** Null when there is nothing left to send. */
  const write = async ({ kind, data: stored }: store.MailRow): Promise<Message | null> => {
    // `enqueue` wrote the row, and its type ties the data to the kind.
    const text = texts[kind as keyof MailKinds] as (data: unknown) => Message
    const data = JSON.parse(stored) as OfOrganization & ForReader
    const organizationId = data.organizationId ?? data.reader?.organizationId
    const brand = organizationId === undefined ? null : await brandOf(organizationId)
    const quoted = await readQuotes(kind, data)
    return quoted && text({ ...data, ...quoted, brand })
  }

  const readQuotes = async (kind: string, data: object): Promise<object | null> => {
    // A mail that an earlier version queued has its quotes.
    if (!Object.hasOwn(quotes, kind) || 'sections' in data || 'ratings' in data) return {}
    const read = quotes[kind as keyof MailQuotes] as (data: object) => Promise<object | null>
    return await read(data)
  }

  const sendOne = async (mail: store.MailRow) => {
    const outcome = { mailId: mail.id, kind: mail.kind, attempt: mail.attempts }
    try {
      const message = await write(mail)
      if (message) await transport.send({ id: mail.id, recipient: mail.recipient, message })
      await database.transaction(({ db }) => store.markSent(db, mail, clock.now()))
      log.info(outcome, message ? 'mail sent' : 'mail not sent: all that it quotes was deleted')
      if (message) ended?.('sent')
    } catch (error) {
      const waitMs = retryMs[mail.attempts - 1]
      const nextAt = waitMs === undefined ? null : clock.now() + waitMs
      const reason = error instanceof Error ? error.message : String(error)
      await database.transaction(({ db }) => store.markFailed(db, mail, nextAt, reason))
      log.warn(
        { ...outcome, ...causeOf(error), nextAt },
        nextAt === null ? 'mail not sent: the last attempt failed' : 'mail failed',
      )
      ended?.(nextAt === null ? 'given_up' : 'failed')
    }
  }

  const round = async (): Promise<number> => {
    const now = clock.now()
    const due = await database.transaction(({ db }) =>
      store.claimDue(db, now, now + claimMs, batchSize),
    )
    await Promise.all(due.map(sendOne))
    if (due.length === batchSize) return 0
    const next = await store.nextDueAt(database.db)
    // Other processes enqueue too, so check regularly even when no mail is known to be due.
    return next === null ? sweepMs : Math.min(sweepMs, Math.max(0, next - clock.now()))
  }

  return {
    wake: () => worker?.wake(),
    async enqueue(tx: Transaction, mail: QueuedMail) {
      await store.insert(tx.db, rowOf(mail, clock.now()))
      tx.afterCommit(() => worker?.wake())
    },
    start() {
      worker = startWorker({ name: 'mail', log, round, retryMs: 5000 })
    },
    async stop() {
      await worker?.stop()
      transport.close()
    },
  }
}

/**
 * The refusal of a mail server quotes the address: `last_error` keeps the text, the log only the
 * codes.
 */
const causeOf = (error: unknown): object => {
  if (!(error instanceof Error && 'code' in error)) return { err: error }
  return {
    errorCode: error.code,
    smtpStatus: 'responseCode' in error ? error.responseCode : undefined,
  }
}
