import type { createAuthenticator } from '../features/accounts/authenticator.ts'
import type { Turns } from '../features/answers/turns.ts'
import { checkLimits } from '../features/billing/notices.ts'
import { reconcile } from '../features/billing/stripe.ts'
import { refreshDueSources } from '../features/knowledge/job-handlers.ts'
import { sendNotifications } from '../features/notifications/sender.ts'
import { createSweeper } from '../features/visitor/sweeper.ts'
import { hourMs, minuteMs, secondMs } from '../platform/kit/clock.ts'
import { createWorker, type Worker } from '../platform/kit/worker.ts'
import { createPartitionKeeper } from '../platform/store/partitions/keep.ts'
import type { composeService, Parts } from './compose.ts'
import { tidy } from './janitor.ts'

/** The parts of the running service that have background work. */
interface Running extends Awaited<ReturnType<typeof composeService>> {
  parts: Parts
  authenticator: ReturnType<typeof createAuthenticator>
  turns: Turns
}

/** A part that works in the background; often only its worker. */
type Part = Pick<Worker, 'start' | 'stop'> & Partial<Worker>

interface Loop {
  /** The keeper of the processes on one machine is the first one, or its successor. */
  runsIn: 'every process' | 'the keeper'
  everyMs: number
  retryMs: number
  /** Null: this installation does not need it. */
  partOf: (running: Running) => Part | null
}

const runIn =
  (runsIn: Loop['runsIn']) =>
  (everyMs: number, retryMs: number, partOf: Loop['partOf']): Loop => ({
    runsIn,
    everyMs,
    retryMs,
    partOf,
  })
const inEveryProcess = runIn('every process')
const inTheKeeper = runIn('the keeper')

/** A worker without items that become due: only its period counts. */
const periodic = (work: () => unknown): Worker =>
  createWorker(async () => {
    await work()
    return Number.POSITIVE_INFINITY
  })

/**
 * Every background loop of the service: the processes that run it, the longest time between two
 * rounds, the wait after a round that failed, and its part. `docs/operations.md` shows this table.
 */
export const loops = {
  dispatcher: inEveryProcess(5 * secondMs, secondMs, ({ delivery }) => delivery),
  answers: inEveryProcess(5 * secondMs, secondMs, ({ turns }) => periodic(turns.renewLeases)),
  conversations: inEveryProcess(5 * secondMs, 5 * secondMs, ({ service }) =>
    createSweeper(service),
  ),
  last_use: inEveryProcess(5 * secondMs, secondMs, ({ authenticator }) =>
    periodic(authenticator.flush),
  ),
  jobs: inEveryProcess(10 * secondMs, secondMs, ({ runner }) => runner),
  long_jobs: inEveryProcess(10 * secondMs, secondMs, ({ longRunner }) => longRunner),
  mail: inEveryProcess(minuteMs, 5 * secondMs, ({ mailSender }) => mailSender),
  notifications: inEveryProcess(minuteMs, 5 * secondMs, ({ service }) =>
    createWorker(() => sendNotifications(service)),
  ),
  handoff_notices: inEveryProcess(minuteMs, 5 * secondMs, ({ noticeSender }) => noticeSender),
  knowledge: inEveryProcess(minuteMs, minuteMs, ({ service }) =>
    createWorker(async () =>
      (await refreshDueSources(service)) > 0 ? 0 : Number.POSITIVE_INFINITY,
    ),
  ),
  billing: inEveryProcess(minuteMs, minuteMs, ({ service, stripe }) =>
    stripe ? createWorker(() => reconcile(service, stripe)) : null,
  ),
  limits: inTheKeeper(5 * minuteMs, minuteMs, ({ service }) =>
    periodic(() => checkLimits(service)),
  ),
  janitor: inTheKeeper(hourMs, minuteMs, ({ service, parts }) =>
    periodic(() => tidy(service, parts.config)),
  ),
  partitions: inTheKeeper(hourMs, 5 * minuteMs, ({ parts }) => createPartitionKeeper(parts)),
} satisfies Record<string, Loop>

type LoopName = keyof typeof loops

/** Starts and stops the loops that this process runs; without names, all of them. */
export const createSchedule = (running: Running) => {
  const { log, siblings } = running.parts
  const isKeeper = siblings?.role !== 'helper'
  const own = Object.entries(loops).flatMap(([name, loop]) => {
    const part = isKeeper || loop.runsIn === 'every process' ? loop.partOf(running) : null
    return part ? [{ name, loop, part, isStarted: false }] : []
  })
  const chosen = (names: string[]) =>
    own.filter(({ name }) => names.length === 0 || names.includes(name))

  return {
    start(...names: LoopName[]) {
      for (const one of chosen(names)) {
        const { everyMs, retryMs } = one.loop
        one.isStarted = true
        one.part.start({ name: one.name, log, everyMs, retryMs })
      }
    },
    async idle(name: LoopName) {
      await Promise.all(chosen([name]).map(({ part }) => part.idle?.()))
    },
    async stop(...names: LoopName[]) {
      const stopping = chosen(names).filter(({ isStarted }) => isStarted)
      for (const one of stopping) one.isStarted = false
      await Promise.all(stopping.map(({ part }) => part.stop()))
    },
  }
}
