import type { Logger } from 'pino'
import { dayMs } from './clock.ts'
import { untraced } from './tracing.ts'

/** A background loop that runs when it is woken, or when the next item is due. */
export interface Worker {
  wake(): void
  /** Resolves when the current rounds have ended. */
  idle(): Promise<void>
  /** Resolves when the current round has ended. */
  stop(): Promise<void>
}

interface WorkerOptions {
  name: string
  log: Logger
  /** Runs one round. Returns the milliseconds until the next. */
  round: () => Promise<number>
  /** The wait after a round has thrown. */
  retryMs: number
}

export const startWorker = ({ name, log, round, retryMs }: WorkerOptions): Worker => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let wokenMeanwhile = false
  let stopped = false

  const runRounds = async () => {
    let waitMs: number
    do {
      wokenMeanwhile = false
      try {
        waitMs = await round()
      } catch (error) {
        log.error({ err: error, worker: name, retryMs }, 'worker round failed')
        waitMs = retryMs
        break
      }
    } while (wokenMeanwhile && !stopped)
    running = undefined
    // A timer of more than 24 days would end at once, again and again.
    if (!stopped) timer = setTimeout(wake, Math.min(waitMs, dayMs))
  }

  const wake = () => {
    if (stopped) return
    clearTimeout(timer)
    if (running) wokenMeanwhile = true
    else running = untraced(runRounds)
  }

  wake()
  return {
    wake,
    async idle() {
      await running
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
