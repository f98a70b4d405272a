import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../context.ts'
import { secondMs } from '../kit/clock.ts'
import { createSlots } from '../kit/slots.ts'
import { unless } from '../kit/unless.ts'
import { createWorker, type Pace } from '../kit/worker.ts'
import type { JobKind } from '../store/tables.ts'
import { type ClaimedJob, claimJob, type Suspects } from './claiming.ts'
import * as store from './jobs.store.ts'
import { createJobTurns, LostClaim } from './turns.ts'

interface RunnerOptions {
  service: Service
  /** The kinds that this runner takes: long ones must not delay the others. */
  kinds: readonly JobKind[]
  /** The number of jobs whose steps run at the same time. */
  maxConcurrent: number
  /** Shared by the runners of a process. */
  suspects: Suspects
}

const retryMs = secondMs
/** Jobs that wait for another machine at the same time. Each can have a downloaded file. */
const maxOutside = 16
/** Turns that have not ended, including those that wait outside or for a place there. */
const maxTurns = 64

/**
 * Runs jobs in small steps. Organizations take turns, and each has one turn at a time. After a step a
 * job pauses as long as the step took, so that requests come first.
 */
export const createRunner = (options: RunnerOptions) => {
  const { service, kinds, maxConcurrent, suspects } = options
  const { database, clock, log } = service
  const slots = createSlots(maxConcurrent)
  const places = createSlots(maxOutside)
  /** The turns that have not ended, by organization. */
  const turns = new Map<string, { claimed: ClaimedJob; ended: Promise<void> }>()
  let unlisten: (() => void) | undefined
  let isFresh = true
  let isStopping = false
  let stopping = new AbortController()
  let lastOrganizationId = ''

  /** Frees the slot of a job while it waits, and takes one again afterwards. */
  const outside = async <T>(waitOutside: () => Promise<T>): Promise<T> => {
    slots.release()
    worker.wake()
    try {
      await places.acquire()
      try {
        if (isStopping) throw new LostClaim()
        const result = await unless(stopping.signal, waitOutside())
        // The end of the service closes its connections, which must not look like a fault of the other.
        if (isStopping) throw new LostClaim()
        return result
      } finally {
        places.release()
      }
    } finally {
      await slots.acquire()
    }
  }
  const runTurn = createJobTurns({ ...options, outside, isStopping: () => isStopping })

  /** Undefined: no job is due that may run beside the others. */
  const claimNext = async (): Promise<ClaimedJob | undefined> => {
    const claimed = await claimJob(service, {
      kinds,
      after: lastOrganizationId,
      busy: [...turns.keys()],
      withSuspects: !suspects.isTaken(),
    })
    if (!claimed || claimed.job.crashes === 0 || suspects.take()) return claimed
    // The other runner has claimed a suspect at the same time.
    const { job, claim } = claimed
    const due_at = clock.now() + retryMs
    await database.transaction(({ db }) => store.release(db, job.id, claim, { due_at }))
    return undefined
  }

  const begin = (claimed: ClaimedJob) => {
    const { organization_id, crashes } = claimed.job
    const turn = async () => {
      await slots.acquire()
      await runTurn(claimed)
      slots.release()
      if (crashes > 0) suspects.release()
      // The stop releases the claims of all turns, also of those that have given up by then.
      if (!isStopping) turns.delete(organization_id)
      worker.wake()
    }
    lastOrganizationId = organization_id
    turns.set(organization_id, { claimed, ended: turn() })
  }

  const untilNext = (dueAt: number | null): number =>
    dueAt === null ? Number.POSITIVE_INFINITY : Math.max(0, dueAt - clock.now())

  const round = async (): Promise<number> => {
    const now = clock.now()
    // At the start no other process can be running a job.
    if (isFresh && database.isExclusive) {
      await database.transaction(({ db }) => store.endLeases(db, kinds, now))
    }
    isFresh = false
    // Checked without a transaction first, because usually no job is due.
    const dueAt = await store.nextDueAt(database.db, kinds)
    if (dueAt === null || dueAt > now) return untilNext(dueAt)
    while (slots.free() > 0 && turns.size < maxTurns && !isStopping) {
      const claimed = await claimNext()
      if (claimed) begin(claimed)
      else return untilNext(await store.nextDueAt(database.db, kinds, now))
    }
    // The end of a turn wakes the worker.
    return untilNext(null)
  }
  const worker = createWorker(round)

  const ended = () => Promise.all([...turns.values()].map((turn) => turn.ended))

  /** So that the end of this process does not look like a crash, and the job is due at once. */
  const releaseAll = async () => {
    const all = [...turns.values()]
    if (all.length === 0) return
    await database.transaction(async ({ db }) => {
      for (const { job, claim } of all.map(({ claimed }) => claimed)) {
        await store.release(db, job.id, claim, { due_at: clock.now() })
      }
    })
  }

  return {
    wake: worker.wake,
    /** Runs jobs until none is due, for the command line. */
    async finish(isOver: () => Promise<boolean>) {
      while (!(await isOver())) {
        const waitMs = await round()
        await Promise.race([
          wait(Math.min(waitMs, secondMs)),
          ...[...turns.values()].map((turn) => turn.ended),
        ])
      }
      await ended()
    },
    start(pace: Pace) {
      isStopping = false
      stopping = new AbortController()
      unlisten = database.signals.listen(({ kind }) => {
        if (kind === 'jobs-due' || kind === 'reconnected') worker.wake()
      })
      worker.start(pace)
    },
    /**
     * Ends the turns. A step that is being saved is completed; a step that waits for a thread or for
     * another machine is abandoned and runs again at the next start.
     */
    async stop() {
      isStopping = true
      // A model may be silent for a minute, and nothing closes its connection.
      stopping.abort(new LostClaim())
      unlisten?.()
      await worker.stop()
      await releaseAll().catch((error) => log.error({ err: error }, 'jobs not released'))
      await ended()
      turns.clear()
    },
  }
}
