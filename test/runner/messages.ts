/** What a worker tells the runner. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'passed' }
  | { kind: 'failed'; name: string; reason: string }
  | { kind: 'file-ended'; cpuMs: number }

/** What the runner tells a worker: the next file, or that there is none. */
export type ToWorker = { file: string } | { end: true }

/** The exit code of a worker whose tests left something running. */
export const leakExitCode = 70
