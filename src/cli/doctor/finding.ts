import { tlsRefusal } from '../../platform/store/postgres/tls.ts'

/** One line of the output: subject, result, and what to do. */
export interface Finding {
  subject: string
  ok: boolean
  text: string
}

export const ok = (subject: string, text: string): Finding => ({ subject, ok: true, text })
export const wrong = (subject: string, text: string): Finding => ({ subject, ok: false, text })

export const reason = (error: unknown): string =>
  tlsRefusal(error) ?? (error instanceof Error ? error.message : String(error))

export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError'
