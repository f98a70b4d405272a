/** Messages of a worker to the runner. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'passed' }
  | { kind: 'failed'; name: string; reason: string }
  | { kind: 'file-ended'; cpuMs: number }

/**
 * Messages of the runner to a worker: the next file and the PostgreSQL server that it uses; or that
 * there is no more file.
 */
export type ToWorker = { file: string; database?: string | undefined } | { end: true }

/** The exit code of a worker whose tests left something running. */
export const leakExitCode = 70
