import type { Change } from '../../platform/context.ts'
import type { Recorder } from './recorder.ts'

declare module '../../platform/context.ts' {
  interface Service {
    recorder: Pick<Recorder, 'byService'>
  }
}

/** Writes the audit log for a change that the service makes by itself. */
export const auditOwnChange = (
  change: Change<unknown>,
  own: Parameters<Recorder['byService']>[1],
) => change.service.recorder.byService(change, own)
