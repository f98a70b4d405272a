import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { portParts } from '../harness/service/ports.ts'
import { type FromWorker, leakExitCode, type ToWorker } from './messages.ts'
import { root } from './phases.ts'

export interface Failure {
  readonly name: string
  readonly reason: string
}

export interface FileResult {
  readonly file: string
  readonly passed: number
  readonly failures: Failure[]
  readonly durationMs: number
  /** The CPU time of the worker and of the processes that it started. */
  readonly cpuMs: number
}

/** The files of a phase. The lanes take them from the front. */
export interface Queue {
  readonly files: string[]
  /** The PostgreSQL server of its tests; SQLite otherwise. */
  readonly database?: string | undefined
  onResult(result: FileResult): void
}

export interface WorkerSettings {
  readonly env: NodeJS.ProcessEnv
  /** Only tests and suites of this name. */
  readonly testName?: string | undefined
}

// A test that never ends must not block a build machine for hours.
const timeoutMs = 1_800_000

// A new process from time to time frees the memory of many services. Each needs seconds of CPU time
// until its code is loaded and compiled.
const filesOfAProcess = 150

const modulePath = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const workers = new Set<ChildProcess>()

let nextPorts = randomInt(portParts)

let isInterrupted = false

export const interruptWorkers = (signal: NodeJS.Signals) => {
  isInterrupted = true
  for (const worker of workers) worker.kill(signal)
}

/** One process at a time, until `choose` finds no file. */
export const runLane = async (
  choose: () => Queue | undefined,
  settings: WorkerSettings,
): Promise<void> => {
  while (choose() && !isInterrupted) await runWorker(choose, settings)
}

const runWorker = (choose: () => Queue | undefined, { env, testName }: WorkerSettings) =>
  new Promise<void>((resolve, reject) => {
    const worker = fork(modulePath('worker.ts'), [], {
      cwd: root,
      env: { ...env, QPR_TEST_PORTS: String(nextPorts++ % portParts) },
      execArgv: workerFlags(testName),
    })
    workers.add(worker)
    let current:
      | { file: string; passed: number; failures: Failure[]; startedAt: number }
      | undefined
    let queue: Queue | undefined
    let lastFile = ''
    let cpuBefore = 0
    let taken = 0
    const limit = setTimeout(() => worker.kill('SIGKILL'), timeoutMs)

    const next = () => {
      const chosen = taken++ < filesOfAProcess ? choose() : undefined
      const file = chosen?.files.shift()
      queue = chosen ?? queue
      current = file ? { file, passed: 0, failures: [], startedAt: performance.now() } : undefined
      lastFile = file ?? lastFile
      limit.refresh()
      const message: ToWorker = file ? { file, database: chosen?.database } : { end: true }
      worker.send(message)
    }
    const finish = (cpuMs: number) => {
      if (!current) return
      const { startedAt, ...result } = current
      if (result.passed === 0 && result.failures.length === 0 && !testName) {
        result.failures.push({ name: '', reason: 'No test of this file ran.' })
      }
      current = undefined
      queue?.onResult({
        ...result,
        durationMs: performance.now() - startedAt,
        cpuMs: cpuMs - cpuBefore,
      })
      cpuBefore = cpuMs
    }
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'passed' && current) current.passed += 1
      if (message.kind === 'failed') current?.failures.push(message)
      if (message.kind === 'file-ended') finish(message.cpuMs)
      if (message.kind === 'file-ended' || message.kind === 'ready') next()
    })
    worker.on('exit', (code, signal) => {
      clearTimeout(limit)
      workers.delete(worker)
      const how = signal ?? `code ${code}`
      // The next one would end in the same way.
      if (taken === 0 && !isInterrupted) reject(new Error(`A worker did not start (${how}).`))
      const reason = `The process ended (${how}) before the file did; after ${timeoutMs / 1000} s it is killed.`
      current?.failures.push({ name: '', reason })
      finish(cpuBefore)
      if (code === leakExitCode) queue?.onResult(leakIn(lastFile))
      resolve()
    })
  })

const leakIn = (file: string): FileResult => {
  const reason = 'A test of this process, in this file or in one before it, left something running.'
  return { file, passed: 0, failures: [{ name: '', reason }], durationMs: 0, cpuMs: 0 }
}

export const workerFlags = (testName?: string) => [
  `--test-reporter=${new URL('reporter.ts', import.meta.url)}`,
  '--test-reporter-destination=stdout',
  ...(testName ? [`--test-name-pattern=^${RegExp.escape(testName)}$`] : []),
  // Test code is mostly cold: compiling it eagerly costs less than interpreting it.
  '--always-sparkplug',
  // Hundreds of services are made and thrown away: fewer collections of young objects.
  '--max-semi-space-size=64',
]
