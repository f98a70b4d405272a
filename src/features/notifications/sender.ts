import { runUnaudited } from '../../platform/change.ts'
import { type Change, readContext, type Service } from '../../platform/context.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { handleDue } from '../../platform/store/due.ts'
import * as store from './notifications.store.ts'
import { mailRatings } from './ratings.ts'
import { prepareSummary } from './summary.ts'

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

/**
 * Writes the mails of notifications that have become due, by the clock of the service. Returns the
 * milliseconds until the next is due.
 */
export const sendNotifications = (service: Service): Promise<number> =>
  handleDue(service, store.queue, batch, async (due) => {
    for (const one of due) await send(service, one)
  })
