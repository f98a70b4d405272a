import type { Selectable } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import type { OwnerLanguage } from '#contract/languages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { type Change, type Context, readContext, type Service } from '../context.ts'
import { hourMs, minuteMs, secondMs } from '../kit/clock.ts'
import { addSharedGauge, shareForASecond } from '../kit/gauges.ts'
import { newId } from '../kit/ids.ts'
import { createWorker } from '../kit/worker.ts'
import type { Base, Db } from '../store/database.ts'
import { handleDue, type Queue } from '../store/due.ts'
import type { Tables } from '../store/tables.ts'
import type { MailMessage } from './layout.ts'

/**
 * The data of each kind of mail until it is sent. The feature that writes the text declares its kind.
 * Links are created when the mail is sent, so no token is stored.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their kinds by declaration merging.
export interface MailKinds {}

/** The member who reads a notification. */
export interface MailReader {
  memberId: string
  organizationId: string
  language: OwnerLanguage
  /** What the member can unsubscribe from; null for a mail that every owner gets. */
  chosen: { kind: NotificationKind; since: number } | null
}

export interface ForReader {
  /** Absent in mails that an older version has queued. */
  reader?: MailReader
}

type QueuedMail = {
  [Kind in keyof MailKinds]: { kind: Kind; recipient: string; data: MailKinds[Kind] }
}[keyof MailKinds]

/**
 * Writes the text of each kind of mail when it is sent. Null when nothing is left that the mail could
 * be about.
 */
export type MailTexts = {
  [Kind in keyof MailKinds]: (
    context: Context<null>,
    data: MailKinds[Kind],
  ) => Promise<MailMessage | null>
}

declare module '../context.ts' {
  interface Service {
    mailWorker: { wake(): void }
  }
}

/** Writes the mail in the transaction of its cause, so that neither exists without the other. */
export const enqueueMail = async (
  change: Change<unknown>,
  { kind, recipient, data }: QueuedMail,
) => {
  const now = change.now()
  const row: MailRow = {
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
  }
  await change.db.insertInto('mails').values(row).execute()
  change.afterCommit(() => change.service.mailWorker.wake())
}

/** Sends a finished message. Throws when it was not accepted. */
export interface Transport {
  send(mail: { id: string; recipient: string; message: MailMessage }): Promise<void>
  /** Throws when the settings do not work; for `qpr doctor`. */
  verify(): Promise<void>
  close(): void
}

/**
 * The wait after each failed attempt. After the last one the mail is given up, with its error
 * stored.
 */
const retryMs = [1 * minuteMs, 5 * minuteMs, 15 * minuteMs, 1 * hourMs, 6 * hourMs, 24 * hourMs]

/** The lease is longer than any attempt. */
const batch = { leaseMs: 3 * minuteMs, max: 20 }

interface SenderOptions {
  service: Service
  transport: Transport
  texts: MailTexts
  /** Called after each attempt. */
  ended?: (result: 'sent' | 'failed' | 'given_up') => void
}

/** Sends due mails, from its start until it is stopped. Any number of processes can run it. */
export const createMailSender = ({ service, transport, texts, ended }: SenderOptions) => {
  const { database, clock, log } = service

  const write = async ({ kind, data }: MailRow): Promise<MailMessage | null> => {
    // `enqueueMail` wrote the row, and its type ties the data to the kind.
    const text = texts[kind as keyof MailKinds] as (
      context: Context<null>,
      data: unknown,
    ) => Promise<MailMessage | null>
    return await text(readContext(service, null), JSON.parse(data))
  }

  const sendOne = async (mail: MailRow) => {
    const outcome = { mailId: mail.id, kind: mail.kind, attempt: mail.attempts }
    try {
      const message = await write(mail)
      if (message) await transport.send({ id: mail.id, recipient: mail.recipient, message })
      await database.transaction(({ db }) => markSent(db, mail, clock.now()))
      log.info(outcome, message ? 'mail sent' : 'mail not sent: all that it quotes was deleted')
      if (message) ended?.('sent')
    } catch (error) {
      const waitMs = retryMs[mail.attempts - 1]
      const nextAt = waitMs === undefined ? null : clock.now() + waitMs
      const reason = error instanceof Error ? error.message : String(error)
      await database.transaction(({ db }) => markFailed(db, mail, nextAt, reason))
      log.warn(
        { ...outcome, ...causeOf(error), nextAt },
        nextAt === null ? 'mail not sent: the last attempt failed' : 'mail failed',
      )
      ended?.(nextAt === null ? 'given_up' : 'failed')
    }
  }

  const worker = createWorker(() =>
    handleDue(service, queue, batch, (due) => Promise.all(due.map(sendOne))),
  )
  return {
    ...worker,
    async stop() {
      await worker.stop()
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

interface MetricsOptions extends Base {
  registry: Registry
}

/** Returns the function that counts an attempt. */
export const createMailMetrics = ({ registry, database, clock }: MetricsOptions) => {
  const attempts = new Counter({
    name: 'qpr_mail_attempts_total',
    help: 'Attempts of this process to send a mail, by result: sent, failed (is retried), given_up.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  for (const result of ['sent', 'failed', 'given_up']) attempts.inc({ result }, 0)
  const waiting = shareForASecond(() => countWaiting(database.db))
  addSharedGauge(
    registry,
    'qpr_mails_waiting',
    'Mails of the service that are not sent yet.',
    async () => (await waiting()).waiting,
  )
  addSharedGauge(
    registry,
    'qpr_mails_oldest_seconds',
    'Age of the oldest mail of the service that is not sent yet; 0 if none waits.',
    async () => Math.max(0, clock.now() - ((await waiting()).oldestAt ?? clock.now())) / secondMs,
  )
  return (result: 'sent' | 'failed' | 'given_up') => attempts.inc({ result })
}

type MailRow = Selectable<Tables['mails']>

/** A claim counts as an attempt. */
const queue: Queue<'mails'> = {
  table: 'mails',
  keys: ['id'],
  at: 'next_attempt_at',
  claims: 'attempts',
}

/** The mails that wait, and when the earliest attempt is due. A mail that is being sent waits too. */
const countWaiting = async (db: Db) => {
  const { waiting, oldest } = await db
    .selectFrom('mails')
    .select((row) => [
      row.fn.countAll<number>().as('waiting'),
      row.fn.min('created_at').as('oldest'),
    ])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), oldestAt: oldest }
}

/** A notification may quote a conversation, so nothing of it is kept after the last attempt. */
const withoutQuotes = ({ member_id }: MailRow) => (member_id === null ? {} : { data: '{}' })

const markSent = async (db: Db, mail: MailRow, now: number) => {
  await db
    .updateTable('mails')
    .set({ sent_at: now, next_attempt_at: null, last_error: null, ...withoutQuotes(mail) })
    .where('id', '=', mail.id)
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/** Only under its own lease: after a long pause another process may have sent the mail. */
const markFailed = async (db: Db, mail: MailRow, nextAt: number | null, reason: string) => {
  const isLast = nextAt === null
  await db
    .updateTable('mails')
    .set({ next_attempt_at: nextAt, last_error: reason, ...(isLast && withoutQuotes(mail)) })
    .where('id', '=', mail.id)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .execute()
}
