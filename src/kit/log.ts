import { type Logger, pino } from 'pino'

export type { Logger }

/** Pretty on a terminal, one JSON object a line otherwise. */
export const createLog = (level: string): Logger =>
  process.stdout.isTTY
    ? pino({ level, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } })
    : pino({ level, base: { pid: process.pid } }, pino.destination({ fd: 1, sync: false }))
