import type { Change, Facts } from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { ownerRecipients, recipientsOf } from '../notifications/notifications.ts'
import { ownersOf } from '../organizations/members.ts'
import { noticePercents, reachedPercent, startOfMonth } from '../plans/monthly.ts'
import * as store from './notices.store.ts'

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
    isNew = await store.insert(change.db, notice)
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
  const { plan, cancelAt, graceUntil } = next
  for (const { organizationName, email } of await ownersOf(change.db, organizationId)) {
    if (plan !== before || isCancelled) {
      const data = { organizationId, organizationName, plan, previousPlan: before, cancelAt }
      await enqueueMail(change, { kind: 'planChanged', recipient: email, data })
    }
    if (isPaymentFailed) {
      const data = { organizationId, organizationName, plan, graceUntil }
      await enqueueMail(change, { kind: 'paymentFailed', recipient: email, data })
    }
  }
}
