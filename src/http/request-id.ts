import { newId } from '../kit/ids.ts'

/** Ours alone, never the caller's: it must be safe in a log line and unique. */
export const newRequestId = (): string => newId('req', Date.now())
