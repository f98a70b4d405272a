import {
  type NotificationKind,
  notificationKinds,
  permissionOfNotification,
} from '#contract/notifications.ts'
import { may } from '#contract/roles.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { isoTimeOrNull } from '../../platform/kit/clock.ts'
import { isTimeZone } from '../../platform/kit/time-zone.ts'
import type { Reader } from '../../platform/mail/mail.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import type { Role } from '../../platform/store/tables.ts'
import type { Access } from '../organizations/access.ts'
import type { NotificationChanges } from './notifications.schema.ts'
import * as store from './notifications.store.ts'
import { nextSummaryAt } from './periods.ts'
import { dropRatings } from './ratings.store.ts'

interface NotificationsOptions extends Base {
  access: Access
}

type Value = store.ChoiceRow['value']

export interface Recipient {
  email: string
  organizationName: string
  reader: Reader
}

export type Notifications = ReturnType<typeof createNotifications>

/** Only owners hear of failing webhooks unless they choose otherwise. */
const defaultOf = (kind: NotificationKind, role: Role): Value =>
  kind === 'webhook_failing' && role === 'owner' ? 'on' : 'off'

export const isReceived = (kind: NotificationKind, role: Role, value: Value | null): boolean =>
  may(role, permissionOfNotification[kind]) && (value ?? defaultOf(kind, role)) !== 'off'

export const readerOf = (
  { memberId, organizationId, language }: store.MemberRow,
  chosen: Reader['chosen'],
): Reader => ({ memberId, organizationId, language: language ?? 'en', chosen })

/** The notifications of the calling member, and the recipients of each kind. */
export const createNotifications = ({ database, clock, access }: NotificationsOptions) => {
  const memberOf = async (db: Db, actor: Actor, idOrSlug: string) => {
    const { id } = await access.organization(db, actor, idOrSlug, 'organization:read')
    const member = await store.memberOfUser(db, id, actor.userId)
    if (!member) throw new Error('The caller is not a member.')
    return member
  }

  const settingsOf = async (db: Db, member: store.MemberRow) => {
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
      summary: summary === 'on' ? 'off' : summary,
      language: member.language ?? 'en',
      time_zone: member.timeZone ?? 'UTC',
      next_summary_at: isoTimeOrNull(summary === 'off' ? null : dueAt),
    }
  }

  const dueAtOf = (kind: NotificationKind, value: Value, timeZone: string | null) =>
    kind === 'summary' && (value === 'daily' || value === 'weekly')
      ? nextSummaryAt(value, clock.now(), timeZone ?? 'UTC')
      : null

  const choose = async (
    tx: Transaction,
    member: store.MemberRow,
    kind: NotificationKind,
    value: Value,
  ) => {
    const before = (await store.choicesOf(tx.db, member.memberId)).find((one) => one.kind === kind)
    const wasOn = isReceived(kind, member.role, before?.value ?? null)
    const isUnchanged = before ? before.value === value : (value !== 'off') === wasOn
    if (isUnchanged) return
    // Links of earlier mails must not undo a later choice.
    const since = value === 'off' ? (before?.since ?? 0) : clock.now()
    await store.saveChoice(tx.db, {
      member_id: member.memberId,
      kind,
      organization_id: member.organizationId,
      value,
      since,
      sent_at: null,
      due_at: dueAtOf(kind, value, member.timeZone),
    })
    if (kind === 'bad_rating' && value === 'off') await dropRatings(tx.db, member.memberId)
  }

  /** Summaries keep their hour in the new time zone. */
  const moveSummaries = async (tx: Transaction, userId: string, timeZone: string) => {
    for (const row of await store.summariesOfUser(tx.db, userId)) {
      await store.saveChoice(tx.db, { ...row, due_at: dueAtOf('summary', row.value, timeZone) })
    }
  }

  return {
    async retrieve(actor: Actor, idOrSlug: string) {
      const member = await memberOf(database.db, actor, idOrSlug)
      return await settingsOf(database.db, member)
    },

    async change(tx: Transaction, actor: Actor, idOrSlug: string, changes: NotificationChanges) {
      const { language, time_zone, ...choices } = changes
      if (time_zone !== undefined && !isTimeZone(time_zone)) throw unknownTimeZone()
      const member = await memberOf(tx.db, actor, idOrSlug)
      const person = {
        ...(language !== undefined && { language }),
        ...(time_zone !== undefined && { time_zone }),
      }
      if (Object.keys(person).length > 0) await store.savePerson(tx.db, member.userId, person)
      if (time_zone !== undefined) {
        member.timeZone = time_zone
        await moveSummaries(tx, member.userId, time_zone)
      }
      for (const kind of notificationKinds) {
        const choice = choices[kind]
        if (choice === undefined) continue
        const value = typeof choice === 'string' ? choice : choice ? 'on' : 'off'
        if (value !== 'off') {
          await access.organization(tx.db, actor, idOrSlug, permissionOfNotification[kind])
        }
        await choose(tx, member, kind, value)
      }
      return await settingsOf(tx.db, { ...member, ...(language && { language }) })
    },

    /** The members who get a kind of notification now. */
    async recipients(db: Db, organizationId: string, kind: NotificationKind): Promise<Recipient[]> {
      const members = await store.candidates(db, organizationId, kind)
      return members
        .filter(({ role, value }) => isReceived(kind, role, value))
        .map((member) => ({
          email: member.email,
          organizationName: member.organizationName,
          reader: readerOf(member, { kind, since: member.since ?? 0 }),
        }))
    },

    /** Every owner, for a mail that cannot be switched off. */
    async owners(db: Db, organizationId: string): Promise<Recipient[]> {
      const members = await store.candidates(db, organizationId, 'plan_limit')
      return members
        .filter(({ role }) => role === 'owner')
        .map((member) => ({
          email: member.email,
          organizationName: member.organizationName,
          reader: readerOf(member, null),
        }))
    },

    /** What the token of an unsubscribe link is about; null when the link has been used. */
    async look(db: Db, { memberId, kind, since }: { memberId: string } & Chosen) {
      const member = await store.findMember(db, memberId)
      if (!member) return null
      const choice = (await store.choicesOf(db, memberId)).find((one) => one.kind === kind)
      const isCurrent = (choice?.since ?? 0) === since
      return isCurrent && isReceived(kind, member.role, choice?.value ?? null) ? member : null
    },

    unsubscribe: (tx: Transaction, member: store.MemberRow, kind: NotificationKind) =>
      choose(tx, member, kind, 'off'),
  }
}

type Chosen = NonNullable<Reader['chosen']>

const unknownTimeZone = () =>
  invalidField('/time_zone', 'unknown', 'This is not a time zone of the IANA database.')
