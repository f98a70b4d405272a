import { runUnaudited } from '../../platform/change.ts'
import { type Change, readContext, type Service } from '../../platform/context.ts'
import { minuteMs, secondMs } from '../../platform/kit/clock.ts'
import { startWorker, type Worker } from '../../platform/kit/worker.ts'
import { handleDue } from '../../platform/store/due.ts'
import * as store from './notifications.store.ts'
import { mailRatings } from './ratings.ts'
import { prepareSummary } from './summary.ts'

const batch = { leaseMs: 10 * minuteMs, max: 20 }
/** Other processes schedule mails too, so check regularly even when none is known to be due. */
const sweepMs = minuteMs

/** Writes notifications that have become due, by the clock of the service. */
export const createNotificationSender = (service: Service) => {
  const { log } = service

  const prepare = async (due: store.ChoiceRow) =>
    due.kind === 'summary'
      ? await prepareSummary(readContext(service, null), due)
      : (change: Change<null>) => mailRatings(change, due)

  const send = async (due: store.ChoiceRow) => {
    const { member_id: memberId, kind } = due
    try {
      await runUnaudited(service, await prepare(due))
    } catch (error) {
      // A notification that fails must not prevent the others.
      log.error({ err: error, memberId, kind }, 'notification failed')
    }
  }

  const round = async (): Promise<number> => {
    const waitMs = await handleDue(service, store.queue, batch, async (due) => {
      for (const one of due) await send(one)
    })
    return Math.min(sweepMs, waitMs)
  }

  let worker: Worker | undefined
  return {
    round,
    start() {
      worker = startWorker({ name: 'notifications', log, round, retryMs: 5 * secondMs })
    },
    async stop() {
      await worker?.stop()
    },
  }
}
