import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Readable on a terminal, otherwise one JSON object per line. */
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

// With a minimum length of 0, flush() does not wait for a pending write, and the last lines before
// an exit can be swapped.
const standardOutput = { fd: 1, sync: false, minLength: 1 }

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
