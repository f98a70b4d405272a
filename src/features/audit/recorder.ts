import { auditOwnChange, type OwnChange } from '../../platform/change.ts'
import type { Service } from '../../platform/context.ts'
import type { Transaction } from '../../platform/store/database.ts'

export type Recorder = ReturnType<typeof legacyRecorder>

/** For callers that have a transaction and no context: see `auditOwnChange`. */
export const legacyRecorder = ({ clock }: Pick<Service, 'clock'>) => ({
  byService: (tx: Transaction, own: OwnChange) =>
    auditOwnChange({ ...tx, now: () => clock.now() }, own),
})
