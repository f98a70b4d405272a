import { EventEmitter, on } from 'node:events'
import { createLog } from '../../../src/platform/kit/log.ts'
import { patienceMs } from '../checks/eventually.ts'

export type LogLine = Record<string, unknown> & { level: number; msg: string }

/** A logger that keeps every line of every level. */
export const collectLogs = () => {
  const texts: string[] = []
  const written = new EventEmitter()
  const log = createLog('trace', {
    write(text: string) {
      texts.push(text)
      written.emit('line')
    },
  })
  const lines = () => texts.map((text) => JSON.parse(text) as LogLine)

  return {
    log,
    texts,
    lines,
    /** The first matching line, existing or future. */
    async waitFor(fits: (line: LogLine) => boolean): Promise<LogLine> {
      const news = on(written, 'line', { signal: AbortSignal.timeout(patienceMs) })
      for (;;) {
        const found = lines().find(fits)
        if (found) return found
        await news.next().catch((cause) => {
          const told = lines().map(({ msg }) => msg)
          throw new Error(`Not in the log: ${fits}. In it: ${told.join('; ')}`, { cause })
        })
      }
    },
  }
}
