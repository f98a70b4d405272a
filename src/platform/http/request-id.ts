import { newId } from '../kit/ids.ts'

/**
 * Always generated here and never taken from the caller, because it must be unique and safe in a
 * log line.
 */
export const newRequestId = (): string => newId('req', Date.now())
