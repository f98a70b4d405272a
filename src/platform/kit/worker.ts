import type { Logger } from 'pino'
import { untraced } from './tracing.ts'

/** How often a worker runs. `src/service/schedule.ts` has the pace of every worker. */
export interface Pace {
  name: string
  log: Logger
  /**
   * The longest time between two rounds: other processes add work too, and a signal of theirs can be
   * lost.
   */
  everyMs: number
  /** The wait after a round has thrown. */
  retryMs: number
}

/** A background loop that runs when it is woken, or when the next item is due. */
export interface Worker {
  start(pace: Pace): void
  /** Runs a round now, or after the current one. */
  wake(): void
  /** Resolves when the current rounds have ended. */
  idle(): Promise<void>
  /** Resolves when the current round has ended. */
  stop(): Promise<void>
}

/** `round` returns the milliseconds until the next one is needed. */
export const createWorker = (round: () => Promise<number>): Worker => {
  /** Undefined unless the worker is started. */
  let pace: Pace | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let wokenMeanwhile = false

  const runRounds = async ({ name, log, everyMs, retryMs }: Pace) => {
    let waitMs: number
    do {
      wokenMeanwhile = false
      try {
        waitMs = Math.min(everyMs, await round())
      } catch (error) {
        log.error({ err: error, worker: name, retryMs }, 'worker round failed')
        waitMs = retryMs
        break
      }
    } while (wokenMeanwhile && pace)
    running = undefined
    if (pace) timer = setTimeout(wake, waitMs)
  }

  const wake = () => {
    const current = pace
    if (!current) return
    clearTimeout(timer)
    if (running) wokenMeanwhile = true
    else running = untraced(() => runRounds(current))
  }

  return {
    start(started) {
      pace = started
      wake()
    },
    wake,
    async idle() {
      await running
    },
    async stop() {
      pace = undefined
      clearTimeout(timer)
      await running
    },
  }
}
