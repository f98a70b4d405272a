import type { Logger } from 'pino'

/** A background loop: runs when woken, or when what it last saw becomes due. */
export interface Worker {
  wake(): void
  /** Resolves when the rounds under way, if any, have ended. */
  idle(): Promise<void>
  /** Resolves when the round under way, if any, has ended. */
  stop(): Promise<void>
}

interface WorkerOptions {
  name: string
  log: Logger
  /** One round; answers in how many milliseconds the next is due. */
  round: () => Promise<number>
  /** The wait after a round that threw. */
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
    if (!stopped) timer = setTimeout(wake, waitMs)
  }

  const wake = () => {
    if (stopped) return
    clearTimeout(timer)
    if (running) wokenMeanwhile = true
    else running = runRounds()
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
