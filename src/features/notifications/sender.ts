import { runUnaudited } from '../../platform/change.ts'
import { type Change, readContext, type Service } from '../../platform/context.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { handleDue } from '../../platform/store/due.ts'
import * as store from './notifications.store.ts'
import { mailRatings } from './ratings.ts'
import { prepareSummary } from './summary.ts'
import { mailUnanswered, type NoticeRow, noticeQueue } from './unanswered.ts'

const batch = { leaseMs: 10 * minuteMs, max: 20 }

const prepare = async (service: Service, due: store.ChoiceRow) =>
  due.kind === 'summary'
    ? await prepareSummary(readContext(service, null), due)
    : (change: Change<null>) => mailRatings(change, due)

const send = async (service: Service, due: store.ChoiceRow) => {
  const { member_id: memberId, kind } = due
  try {
    await runUnaudited(service, await prepare(service, due))
  } catch (error) {
    // A notification that fails must not prevent the others.
    service.log.error({ err: error, memberId, kind }, 'notification failed')
  }
}

const sendUnanswered = async (service: Service, due: NoticeRow) => {
  try {
    await runUnaudited(service, (change) => mailUnanswered(change, due))
  } catch (error) {
    const { organization_id: organizationId } = due
    service.log.error({ err: error, organizationId }, 'notification failed')
  }
}

/**
 * Writes the mails of notifications that have become due, by the clock of the service. Returns the
 * milliseconds until the next is due.
 */
export const sendNotifications = async (service: Service): Promise<number> => {
  const members = await handleDue(service, store.queue, batch, async (due) => {
    for (const one of due) await send(service, one)
  })
  const organizations = await handleDue(service, noticeQueue, batch, async (due) => {
    for (const one of due) await sendUnanswered(service, one)
  })
  return Math.min(members, organizations)
}
