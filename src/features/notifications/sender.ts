import { runUnaudited } from '../../platform/change.ts'
import { type Change, readContext, type Service } from '../../platform/context.ts'
import { minuteMs, secondMs } from '../../platform/kit/clock.ts'
import { startWorker, type Worker } from '../../platform/kit/worker.ts'
import * as store from './notifications.store.ts'
import { mailRatings } from './ratings.ts'
import { prepareSummary } from './summary.ts'

const batchSize = 20
/** Other processes schedule mails too, so check regularly even when none is known to be due. */
const sweepMs = minuteMs
const retryMs = 10 * minuteMs

/** Writes notifications that have become due, by the clock of the service. */
export const createNotificationSender = (service: Service) => {
  const { database, clock, log } = service

  const prepare = async (due: store.ChoiceRow) =>
    due.kind === 'summary'
      ? await prepareSummary(readContext(service, null), due)
      : (change: Change<null>) => mailRatings(change, due)

  const send = async (due: store.ChoiceRow) => {
    const { member_id: memberId, kind } = due
    try {
      await runUnaudited(service, await prepare(due))
    } catch (error) {
      log.error({ err: error, memberId, kind }, 'notification failed')
      // A notification that fails must not prevent the others.
      await database.transaction(({ db }) => store.moveDue(db, due, clock.now() + retryMs))
    }
  }

  const round = async (): Promise<number> => {
    const due = await store.listDue(database.db, clock.now(), batchSize)
    for (const one of due) await send(one)
    if (due.length === batchSize) return 0
    const nextAt = await store.nextDueAt(database.db)
    return nextAt === null ? sweepMs : Math.min(sweepMs, Math.max(0, nextAt - clock.now()))
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
