import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Pretty on a terminal, one JSON object a line otherwise. */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, serializers: { err: describeError } }
  if (destination) return pino(options, destination)
  return process.stdout.isTTY
    ? pino({
        ...options,
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
      })
    : pino({ ...options, base: { pid: process.pid } }, pino.destination(standardOutput))
}

// With a minimum length of 0, flush() does not wait for a write that is under way, and the last
// lines of a process that exits can change places.
const standardOutput = { fd: 1, sync: false, minLength: 1 }

/** The fields that drivers add to an error quote what people wrote, their addresses for one. */
const describeError = (error: unknown): unknown =>
  error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        code: 'code' in error ? error.code : undefined,
        stack: error.stack,
      }
    : error
