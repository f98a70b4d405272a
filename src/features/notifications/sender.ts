import { runUnaudited } from '../../platform/change.ts'
import { type Change, readContext, type Service } from '../../platform/context.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { handleDue } from '../../platform/store/due.ts'
import * as store from './notifications.store.ts'
import { mailRatings } from './ratings.ts'
import { prepareSummary } from './summary.ts'
import { mailUnanswered, noticeQueue } from './unanswered.ts'

const batch = { leaseMs: 10 * minuteMs, max: 20 }

const prepare = async (service: Service, due: store.ChoiceRow) =>
  due.kind === 'summary'
    ? await prepareSummary(readContext(service, null), due)
    : (change: Change<null>) => mailRatings(change, due)

/** A notification that fails must not prevent the others. */
const attempt = (service: Service, about: object, work: () => Promise<void>) =>
  work().catch((error) => service.log.error({ err: error, ...about }, 'notification failed'))

/**
 * Writes the mails of notifications that have become due, by the clock of the service. Returns the
 * milliseconds until the next is due.
 */
export const sendNotifications = async (service: Service): Promise<number> => {
  const members = await handleDue(service, store.queue, batch, async (due) => {
    for (const one of due) {
      const { member_id: memberId, kind } = one
      await attempt(service, { memberId, kind }, async () =>
        runUnaudited(service, await prepare(service, one)),
      )
    }
  })
  const organizations = await handleDue(service, noticeQueue, batch, async (due) => {
    for (const one of due) {
      await attempt(service, { organizationId: one.organization_id }, () =>
        runUnaudited(service, (change) => mailUnanswered(change, one)),
      )
    }
  })
  return Math.min(members, organizations)
}
