import type { Actor } from '../../platform/http/callers/actor.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { Base, Db } from '../../platform/store/database.ts'
import type { Plan } from '../../platform/store/tables.ts'
import type { Access } from '../organizations/access.ts'
import { bestOf, type Plans } from '../plans/plans.ts'
import { monthOf, startOfMonth } from './months.ts'
import * as store from './usage.store.ts'

interface UsageOptions extends Base {
  access: Access
  plans: Plans
  /** The organizations that a user owns. */
  owned: (db: Db, userId: string) => Promise<{ plan: Plan }[]>
  openInvitations: (db: Db, organizationId: string) => Promise<number>
  scansBetween: (db: Db, organizationId: string, from: number, until: number) => Promise<number>
  knowledgeUse: (db: Db, organizationId: string) => Promise<{ pages: number; megabytes: number }>
}

export type Usage = ReturnType<typeof createUsage>

/** The current use, and the limits of the plan. */
export const createUsage = (options: UsageOptions) => async (actor: Actor, idOrSlug: string) => {
  const { database, clock, access, plans, owned, openInvitations, scansBetween } = options
  const { knowledgeUse } = options
  const { db } = database
  const { id } = await access.organization(db, actor, idOrSlug, 'subscription:read')
  const month = monthOf(clock.now())
  const [start, end] = [startOfMonth(month), startOfMonth(month + 1)]
  const { plan, codes_active, members_count } = await store.countsOf(db, id)
  const { limits } = plans[plan]
  const own = (await owned(db, actor.userId)).map((organization) => organization.plan)
  const knowledge = await knowledgeUse(db, id)
  const scans = await scansBetween(db, id, start, end)
  return {
    plan,
    month: { start: isoTime(start), end: isoTime(end) },
    organizations: { used: own.length, maximum: plans[bestOf(own)].limits.organizations },
    codes: { used: codes_active, maximum: limits.codes },
    members: {
      used: members_count + (await openInvitations(db, id)),
      maximum: limits.members,
    },
    scans_per_month: { used: scans, maximum: limits.scans_per_month },
    messages_per_month: {
      used: await store.messagesIn(db, id, month),
      maximum: limits.messages_per_month,
    },
    knowledge_pages: { used: knowledge.pages, maximum: limits.knowledge_pages },
    knowledge_mb: { used: knowledge.megabytes, maximum: limits.knowledge_mb },
    retention_days: limits.retention_days,
  }
}
