import type { Context } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { usage as knowledgeUsage } from '../knowledge/sources.store.ts'
import { requireOrganization } from '../organizations/access.ts'
import { countOpenInvitations } from '../organizations/invitations.ts'
import { ownedOrganizations } from '../organizations/organizations.ts'
import { plansOf } from '../plans/limits.ts'
import { messagesIn } from '../plans/monthly.store.ts'
import { monthOf, startOfMonth } from '../plans/monthly.ts'
import { bestOf } from '../plans/plans.ts'
import { countScansBetween } from '../scans/scans.ts'
import { countsOf } from './organizations.store.ts'

/** The current use, and the limits of the plan. */
export const retrieveUsage = async (context: Context, idOrSlug: string) => {
  const { db, actor } = context
  const plans = plansOf(context)
  const { id } = await requireOrganization(context, idOrSlug, 'subscription:read')
  const month = monthOf(context.now())
  const [start, end] = [startOfMonth(month), startOfMonth(month + 1)]
  const { plan, codes_active, members_count } = await countsOf(db, id)
  const { limits } = plans[plan]
  const owned = (await ownedOrganizations(db, actor.userId)).map((one) => one.plan)
  const knowledge = await knowledgeUsage(db, id)
  const scans = await countScansBetween(context, id, start, end)
  return {
    plan,
    month: { start: isoTime(start), end: isoTime(end) },
    organizations: { used: owned.length, maximum: plans[bestOf(owned)].limits.organizations },
    codes: { used: codes_active, maximum: limits.codes },
    members: {
      used: members_count + (await countOpenInvitations(context, id)),
      maximum: limits.members,
    },
    scans_per_month: { used: scans, maximum: limits.scans_per_month },
    messages_per_month: {
      used: await messagesIn(db, id, month),
      maximum: limits.messages_per_month,
    },
    knowledge_pages: { used: knowledge.pages, maximum: limits.knowledge_pages },
    knowledge_mb: { used: knowledge.megabytes, maximum: limits.knowledge_mb },
    retention_days: limits.retention_days,
  }
}
