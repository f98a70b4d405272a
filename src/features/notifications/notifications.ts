import {
  type NotificationKind,
  notificationKinds,
  permissionOfNotification,
} from '#contract/notifications.ts'
import { may } from '#contract/roles.ts'
import type { Change, Context, Facts } from '../../platform/context.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { isoTimeOrNull } from '../../platform/kit/clock.ts'
import { isTimeZone } from '../../platform/kit/time-zone.ts'
import { enqueueMail, type MailReader } from '../../platform/mail/mail.ts'
import type { Role } from '../../platform/store/tables.ts'
import { requireOrganization } from '../organizations/access.ts'
import type { NotificationChanges } from './notifications.schema.ts'
import * as store from './notifications.store.ts'
import { nextSummaryAt } from './periods.ts'
import { dropRatings } from './ratings.store.ts'

type Value = store.ChoiceRow['value']

/** A visitor waits for those who answer. Only owners hear of failing webhooks. */
const defaultOf = (kind: NotificationKind, role: Role): Value =>
  kind === 'handoff' || (kind === 'webhook_failing' && role === 'owner') ? 'on' : 'off'

export const isReceived = (kind: NotificationKind, role: Role, value: Value | null): boolean =>
  may(role, permissionOfNotification[kind]) && (value ?? defaultOf(kind, role)) !== 'off'

export const readerOf = (
  { memberId, organizationId, language }: store.MemberRow,
  chosen: MailReader['chosen'],
): MailReader => ({ memberId, organizationId, language: language ?? 'en', chosen })

const asRecipient = (member: store.MemberRow, chosen: MailReader['chosen']) => ({
  email: member.email,
  organizationName: member.organizationName,
  reader: readerOf(member, chosen),
})

/** The calling member. */
const requireMember = async (context: Context, idOrSlug: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'organization:read')
  const member = await store.memberOfUser(context.db, id, context.actor.userId)
  if (!member) throw new Error('The caller is not a member.')
  return member
}

const settingsOf = async ({ db }: Context, member: store.MemberRow) => {
  const choices = await store.choicesOf(db, member.memberId)
  const valueFor = (kind: NotificationKind): Value => {
    const value = choices.find((one) => one.kind === kind)?.value ?? null
    if (!isReceived(kind, member.role, value)) return 'off'
    return value ?? defaultOf(kind, member.role)
  }
  const summary = valueFor('summary')
  const dueAt = choices.find(({ kind }) => kind === 'summary')?.due_at ?? null
  return {
    webhook_failing: valueFor('webhook_failing') !== 'off',
    plan_limit: valueFor('plan_limit') !== 'off',
    bad_rating: valueFor('bad_rating') !== 'off',
    unanswered_question: valueFor('unanswered_question') !== 'off',
    handoff: valueFor('handoff') !== 'off',
    summary: summary === 'on' ? 'off' : summary,
    language: member.language ?? 'en',
    time_zone: member.timeZone ?? 'UTC',
    next_summary_at: isoTimeOrNull(summary === 'off' ? null : dueAt),
  }
}

export const retrieveNotifications = async (context: Context, idOrSlug: string) =>
  await settingsOf(context, await requireMember(context, idOrSlug))

const dueAtOf = (kind: NotificationKind, value: Value, now: number, timeZone: string | null) =>
  kind === 'summary' && (value === 'daily' || value === 'weekly')
    ? nextSummaryAt(value, now, timeZone ?? 'UTC')
    : null

const saveChoice = async (
  change: Change<unknown>,
  member: store.MemberRow,
  kind: NotificationKind,
  value: Value,
) => {
  const { db } = change
  const before = (await store.choicesOf(db, member.memberId)).find((one) => one.kind === kind)
  const wasOn = isReceived(kind, member.role, before?.value ?? null)
  const isUnchanged = before ? before.value === value : (value !== 'off') === wasOn
  if (isUnchanged) return
  const now = change.now()
  await store.saveChoice(db, {
    member_id: member.memberId,
    kind,
    organization_id: member.organizationId,
    value,
    // Links of earlier mails must not undo a later choice.
    since: value === 'off' ? (before?.since ?? 0) : now,
    sent_at: null,
    due_at: dueAtOf(kind, value, now, member.timeZone),
  })
  if (kind === 'bad_rating' && value === 'off') await dropRatings(db, member.memberId)
}

/** Summaries keep their hour in the new time zone. */
const moveSummaries = async (change: Change, timeZone: string) => {
  for (const row of await store.summariesOfUser(change.db, change.actor.userId)) {
    const due_at = dueAtOf('summary', row.value, change.now(), timeZone)
    await store.saveChoice(change.db, { ...row, due_at })
  }
}

export const updateNotifications = async (
  change: Change,
  idOrSlug: string,
  changes: NotificationChanges,
) => {
  const { language, time_zone, ...choices } = changes
  if (time_zone !== undefined && !isTimeZone(time_zone)) throw unknownTimeZone()
  const member = await requireMember(change, idOrSlug)
  const person = {
    ...(language !== undefined && { language }),
    ...(time_zone !== undefined && { time_zone }),
  }
  if (Object.keys(person).length > 0) await store.savePerson(change.db, member.userId, person)
  if (time_zone !== undefined) {
    member.timeZone = time_zone
    await moveSummaries(change, time_zone)
  }
  for (const kind of notificationKinds) {
    const choice = choices[kind]
    if (choice === undefined) continue
    const value = typeof choice === 'string' ? choice : choice ? 'on' : 'off'
    if (value !== 'off') {
      await requireOrganization(change, idOrSlug, permissionOfNotification[kind])
    }
    await saveChoice(change, member, kind, value)
  }
  return await settingsOf(change, { ...member, ...(language && { language }) })
}

/** The members who get a kind of notification now. */
export const recipientsOf = async (
  { db }: Pick<Context, 'db'>,
  organizationId: string,
  kind: NotificationKind,
) => {
  const members = await store.candidates(db, organizationId, kind)
  return members
    .filter(({ role, value }) => isReceived(kind, role, value))
    .map((member) => asRecipient(member, { kind, since: member.since ?? 0 }))
}

/** Every owner, for a mail that cannot be switched off. */
export const ownerRecipients = async ({ db }: Pick<Context, 'db'>, organizationId: string) => {
  const members = await store.candidates(db, organizationId, 'plan_limit')
  return members.filter(({ role }) => role === 'owner').map((member) => asRecipient(member, null))
}

/** The member whose notification a link switches off; null when the link has been used. */
export const findLinkedMember = async (
  { db }: Pick<Context, 'db'>,
  { memberId, kind, since }: LinkedChoice,
) => {
  const member = await store.findReader(db, memberId)
  if (!member) return null
  const choice = (await store.choicesOf(db, memberId)).find((one) => one.kind === kind)
  const isCurrent = (choice?.since ?? 0) === since
  return isCurrent && isReceived(kind, member.role, choice?.value ?? null) ? member : null
}

/** Returns the member, or null when the link has been used. */
export const unsubscribe = async (change: Change<unknown>, linked: LinkedChoice) => {
  const member = await findLinkedMember(change, linked)
  if (member) await saveChoice(change, member, linked.kind, 'off')
  return member
}

/** Warns the members who chose it (by default the owners) of a failing webhook. */
export const notifyWebhookFailing = async (
  change: Change<unknown>,
  { webhook, isDeactivated }: Facts['webhookFailing'],
) => {
  const { organization_id: organizationId } = webhook
  const recipients = await recipientsOf(change, organizationId, 'webhook_failing')
  for (const { organizationName, email, reader } of recipients) {
    await enqueueMail(change, {
      kind: isDeactivated ? 'webhookDeactivated' : 'webhookFailing',
      recipient: email,
      data: {
        organizationId,
        organizationName,
        reader,
        webhookId: webhook.id,
        url: webhook.url,
        failingSince: webhook.failing_since,
      },
    })
  }
}

const unknownTimeZone = () =>
  invalidField('/time_zone', 'unknown', 'This is not a time zone of the IANA database.')

/** The notification that a link switches off. */
interface LinkedChoice {
  memberId: string
  kind: NotificationKind
  since: number
}

type Signing = Pick<Context<unknown>, 'service'>

const purpose = 'unsubscribe'

/** The link of RFC 8058. It is signed, so it needs no row and no session. */
export const unsubscribeLink = ({ service }: Signing, { memberId, chosen }: MailReader): string => {
  if (!chosen) throw new Error('This mail cannot be switched off.')
  const { baseUrl } = service.address
  const parts = [memberId, chosen.kind, String(chosen.since)]
  return `${baseUrl}/unsubscribe/${parts.join('.')}.${service.secrets.sign(purpose, ...parts)}`
}

/** The notification that the token of a link is about. Throws for a token that is not ours. */
export const readUnsubscribeToken = ({ service }: Signing, token: string): LinkedChoice => {
  const [, memberId = '', kindText, since = '', signature = ''] =
    /^(mem_\w{1,40})\.([a-z_]{1,40})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  const kind = notificationKinds.find((one) => one === kindText)
  if (!kind || !service.secrets.verify(signature, purpose, memberId, kind, since)) {
    throw brokenLink()
  }
  return { memberId, kind, since: Number(since) }
}

const brokenLink = () =>
  problem(404, 'unknown_link', 'This link is incomplete. Open the link in the mail again.', {
    translations: {
      de: 'Dieser Link ist unvollständig. Öffnen Sie den Link in der Mail noch einmal.',
      fr: 'Ce lien est incomplet. Ouvrez à nouveau le lien de l’e-mail.',
      es: 'Este enlace está incompleto. Vuelva a abrir el enlace del correo.',
      it: 'Questo link è incompleto. Apra di nuovo il link dell’e-mail.',
    },
  })
