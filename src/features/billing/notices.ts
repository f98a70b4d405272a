import { planNames } from '#contract/plans.ts'
import { runUnaudited } from '../../platform/change.ts'
import {
  type Change,
  type Context,
  type Facts,
  readContext,
  type Service,
} from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { ownerRecipients, recipientsOf } from '../notifications/notifications.ts'
import { ownersOf } from '../organizations/members.ts'
import {
  type MonthlyLimit,
  type MonthlyUse,
  messagesOf,
  monthOf,
  noticePercents,
  reachedPercent,
  startOfMonth,
} from '../plans/monthly.ts'
import { planLimit } from '../plans/plans.ts'
import { countScansOfEach } from '../scans/scans.ts'
import * as store from './billing.store.ts'

const usedOf: Record<
  MonthlyLimit,
  (context: Context<null>, ids: string[], month: number) => Promise<Map<string, number>>
> = {
  scans_per_month: (context, ids, month) =>
    countScansOfEach(context, ids, startOfMonth(month), startOfMonth(month + 1)),
  messages_per_month: ({ db }, ids, month) => messagesOf(db, ids, month),
}

/** The uses about which the owners have not been notified. */
const findNews = async (
  context: Context<null>,
  some: store.PlannedOrganization[],
  limit: MonthlyLimit,
  month: number,
) => {
  const limited = some.filter(({ plan }) => planLimit(context, plan, limit) !== null)
  if (limited.length === 0) return []
  const ids = limited.map(({ id }) => id)
  const used = await usedOf[limit](context, ids, month)
  const uses = limited.map(({ id, plan }): MonthlyUse => {
    const maximum = planLimit(context, plan, limit) ?? 0
    return { organizationId: id, plan, limit, month, used: used.get(id) ?? 0, maximum }
  })
  const reaching = uses.filter((use) => reachedPercent(use) !== undefined)
  if (reaching.length === 0) return []
  const known = await store.listNotices(context.db, ids, month, limit)
  return reaching.filter((use) => {
    const percent = reachedPercent(use)
    return !known.some(
      (one) => one.organization_id === use.organizationId && one.percent === percent,
    )
  })
}

const notify = (service: Service, use: MonthlyUse) =>
  runUnaudited(service, async (change) => {
    // The plan has changed since. The next round checks the new plan.
    if ((await store.lockPlan(change.db, use.organizationId)) !== use.plan) return
    await notifyLimitNear(change, use)
  })

/**
 * Notifies the owners of organizations that have used most of a monthly limit, so that a scan need
 * not check it. Messages check it themselves; this covers organizations whose limit was lowered.
 */
export const checkLimits = async (service: Service) => {
  const context = readContext(service, null)
  const month = monthOf(context.now())
  const limits = (['scans_per_month', 'messages_per_month'] as const).filter((limit) =>
    planNames.some((plan) => planLimit(context, plan, limit) !== null),
  )
  if (limits.length === 0) return
  for await (const some of store.allOrganizations(context.db)) {
    for (const limit of limits) {
      for (const use of await findNews(context, some, limit, month)) await notify(service, use)
    }
  }
}

const recipientsOfLimit = async (
  change: Change<unknown>,
  organizationId: string,
  isReached: boolean,
) => {
  const chosen = await recipientsOf(change, organizationId, 'plan_limit')
  if (!isReached) return chosen
  const owners = await ownerRecipients(change, organizationId)
  const others = chosen.filter(
    ({ reader }) => !owners.some((owner) => owner.reader.memberId === reader.memberId),
  )
  return [...owners, ...others]
}

/**
 * Notifies members about the use of a monthly limit, once a month for each percentage of each
 * limit: at 80 % those who chose it, at 100 % also every owner.
 */
export const notifyLimitNear = async (change: Change<unknown>, use: Facts['limitNear']) => {
  const reached = reachedPercent(use)
  if (reached === undefined) return
  const { organizationId, plan, limit, month, used, maximum } = use
  let isNew = false
  // The lower percentages are recorded too, so that their notices are not sent later.
  for (const percent of noticePercents.filter((one) => one <= reached)) {
    const notice = { organization_id: organizationId, month, limit_name: limit, percent }
    isNew = await store.insertNotice(change.db, notice)
  }
  if (!isNew) return
  const until = startOfMonth(month + 1)
  const isReached = reached === 100
  const recipients = await recipientsOfLimit(change, organizationId, isReached)
  for (const { organizationName, email, reader } of recipients) {
    await enqueueMail(change, {
      kind: isReached ? 'limitReached' : 'limitNear',
      recipient: email,
      data: { organizationName, plan, limit, used, maximum, until, reader },
    })
  }
}

/** Notifies every owner of a plan change. */
export const notifyPlanChanged = async (
  change: Change<unknown>,
  { organizationId, before, next, isCancelled, isPaymentFailed }: Facts['planChanged'],
) => {
  const { plan, cancel_at: cancelAt, grace_until: graceUntil } = next
  for (const owner of await ownersOf(change.db, organizationId)) {
    const { organizationName, email } = owner
    const language = owner.language ?? 'en'
    if (plan !== before || isCancelled) {
      const data = {
        organizationId,
        organizationName,
        plan,
        previousPlan: before,
        cancelAt,
        language,
      }
      await enqueueMail(change, { kind: 'planChanged', recipient: email, data })
    }
    if (isPaymentFailed) {
      const data = { organizationId, organizationName, plan, graceUntil, language }
      await enqueueMail(change, { kind: 'paymentFailed', recipient: email, data })
    }
  }
}
