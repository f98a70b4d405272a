import { type DestinationStream, type Logger, pino } from 'pino'
import { safeJsonLine } from './terminal.ts'

export type { Logger }

/** Readable on a terminal, otherwise one JSON object per line. */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, serializers: { err: describeError } }
  if (destination) return pino(options, destination)
  return process.stdout.isTTY
    ? pino(options, readableOutput())
    : pino({ ...options, base: { pid: process.pid } }, standardOutput())
}

/** The names and errors in a line are texts of other people. */
const readableOutput = () => {
  const pretty = pino.transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname' } })
  return {
    write: (line: string) => void pretty.write(safeJsonLine(line)),
    flush: (done: (error?: Error) => void) => pretty.flush(done),
    flushSync: () => pretty.flushSync(),
  }
}

let output: ReturnType<typeof collectLines> | undefined

/** Shared by all loggers of the process. */
const standardOutput = () => {
  // With a minimum length of 0, flush() does not wait for a pending write, and the last lines
  // before an exit can be swapped.
  output ??= collectLines(pino.destination({ fd: 1, sync: false, minLength: 1 }))
  return output
}

const collectMs = 5

/**
 * Passes lines on together. Each write wakes a thread, and the destination measures all lines that
 * wait there again for each new one.
 */
const collectLines = (destination: ReturnType<typeof pino.destination>) => {
  let lines: string[] = []
  const pass = () => {
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    destination.write(text)
  }
  const flushSync = () => {
    pass()
    destination.flushSync()
  }
  process.once('exit', flushSync)
  return {
    write(line: string) {
      if (lines.push(line) === 1) setTimeout(pass, collectMs)
    },
    flush(done: (error?: Error) => void) {
      pass()
      destination.flush(done)
    },
    flushSync,
  }
}

/** Drivers add fields to errors that quote user input, such as mail addresses. */
const describeError = (error: unknown): unknown =>
  error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        code: 'code' in error ? error.code : undefined,
        stack: error.stack,
      }
    : error
