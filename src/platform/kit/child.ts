import { type ChildProcess, fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { secondMs } from './clock.ts'
import { isBuilt, projectFile } from './project.ts'
import { createFairQueue, TookTooLong } from './threads.ts'

/** The pieces of a file, from its beginning. */
type FileOf = () => AsyncIterable<Uint8Array>

/** Runs work in processes of its own: whatever the work does, this process lives on. */
export interface Child {
  /**
   * Runs the function of this name. `file` is sent before `input`, piece by piece, and is its second
   * argument. Callers take turns. Long work runs twice, the second time in the process for long work.
   */
  run<T>(name: string, input: unknown, caller: string, file?: FileOf): Promise<T>
  close(): Promise<void>
}

/** The process ended during the work. */
export class ChildEnded extends Error {
  /** This work alone reached the memory limit: it would do so again. */
  readonly isFinal: boolean
  constructor(isFinal: boolean) {
    super()
    this.isFinal = isFinal
  }
}
/** The function threw. Its message stays in the process. */
export class ChildFailed extends Error {
  readonly code: string | undefined
  constructor(name: string, code: string | undefined) {
    super()
    this.name = name
    this.code = code
  }
}

/** This service is shutting down. The work is not to blame. */
export class ChildClosed extends Error {}

/** What the parent sends. The pieces of a file precede the call that reads it. */
export type ChildOrder =
  | { kind: 'piece'; bytes: Uint8Array }
  | { kind: 'call'; name: string; input: unknown; hasFile: boolean }

/** What the child sends. */
export type ChildReply =
  | { kind: 'ready' }
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; name: string; code: string | undefined }

interface ChildOptions {
  /** The program: it calls `serveParent`. */
  file: URL
  timeoutMs: number
  /** Work that takes longer is long. */
  shortMs?: number
  maxWaiting?: number
  /** How long an idle process waits for work. */
  idleMs?: number
  /** The memory of the whole process, its buffers included. */
  maxBytes?: number
}

const megabyte = 2 ** 20

/** With SIGUSR2 the process ends itself at its limit, with SIGABRT at the limit of its heap. */
const signalsAtLimit: (string | null)[] = ['SIGUSR2', 'SIGABRT']

/** A quarter of what this machine or container allows, within bounds that make sense for a file. */
const usualMaxBytes = (): number => {
  const constrained = process.constrainedMemory()
  const allowed = Math.min(constrained > 0 ? constrained : Number.POSITIVE_INFINITY, totalmem())
  return Math.min(768 * megabyte, Math.max(128 * megabyte, allowed / 4))
}

const isInNodeModules = /\/node_modules\/$/.test(projectFile('..').href)

/** The files that the program consists of: nothing else can be read, and nothing be written. */
const readableBy = (file: URL): URL[] => [
  // A build may be replaced while it runs, so its folder is that of the program.
  ...(isBuilt ? [new URL('.', file)] : [projectFile('src'), projectFile('contract')]),
  projectFile('node_modules'),
  // Optional packages are installed beside ours.
  ...(isInNodeModules ? [projectFile('..')] : []),
  projectFile('package.json'),
]

const optionsOf = (file: URL, maxBytes: number) => [
  `--max-old-space-size=${Math.round((0.6 * maxBytes) / megabyte)}`,
  '--permission',
  // For the thread that watches the memory. Threads inherit the permissions.
  '--allow-worker',
  ...readableBy(file).map((url) => `--allow-fs-read=${fileURLToPath(url)}`),
]

/** A caller with long work is taken for one with long work for this time. */
const longCallerMs = 60 * secondMs

/**
 * Two processes, one of them for long work, so that any number of callers with long work delay the
 * others only shortly. Processes start on first use and end when they are idle. Each does one thing
 * at a time.
 */
export const createChild = (options: ChildOptions): Child => {
  const { maxWaiting = 100, timeoutMs, shortMs = 5 * secondMs } = options
  const open = (maxMs: number) => {
    const { work, close } = createProcess(options, maxMs)
    const queue = createFairQueue({ maxRunning: 1, maxWaiting })
    const run = <T>(caller: string, ...job: Parameters<typeof work<T>>) =>
      queue(caller, () => work<T>(...job))
    return { run, close }
  }
  const short = open(Math.min(shortMs, timeoutMs))
  const long = open(timeoutMs)
  /** The callers with long work, and until when. */
  const longCallers = new Map<string, number>()

  const isLong = (caller: string): boolean => {
    const now = performance.now()
    for (const [one, until] of longCallers) if (until < now) longCallers.delete(one)
    return longCallers.has(caller)
  }

  return {
    async run<T>(name: string, input: unknown, caller: string, file?: FileOf): Promise<T> {
      if (!isLong(caller)) {
        try {
          return await short.run<T>(caller, name, input, file)
        } catch (error) {
          if (!(error instanceof TookTooLong)) throw error
          longCallers.set(caller, performance.now() + longCallerMs)
        }
      }
      return await long.run<T>(caller, name, input, file)
    },
    async close() {
      short.close()
      long.close()
    },
  }
}

const createProcess = (options: ChildOptions, maxMs: number) => {
  const { file: program, timeoutMs, idleMs = 30 * secondMs } = options
  const { maxBytes = usualMaxBytes() } = options
  let current: ChildProcess | undefined
  let isFresh = true
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const end = () => {
    // A process that is stuck does not react to SIGTERM.
    current?.kill('SIGKILL')
    current = undefined
  }

  const limited = async <T>(work: Promise<T>, ms: number): Promise<T> => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, ms)
    try {
      return await work
    } catch (error) {
      throw isLate ? new TookTooLong() : error
    } finally {
      clearTimeout(timer)
    }
  }

  const start = async (): Promise<ChildProcess> => {
    const child = fork(fileURLToPath(program), [String(maxBytes)], {
      execArgv: optionsOf(program, maxBytes),
      // No secret of the service. Fewer arenas waste less of the limit.
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    current = child
    isFresh = true
    // Without a listener, a process that cannot be started would end this one.
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (current === child) current = undefined
    })
    // No work is to blame for it.
    await limited(replyOf(child), timeoutMs).catch(() => {
      throw new Error('The child process did not start.')
    })
    return child
  }

  const call = async <T>(name: string, input: unknown, file?: FileOf) => {
    const child = current ?? (await start())
    setReferenced(child, true)
    try {
      if (file) {
        for await (const bytes of file()) await send(child, { kind: 'piece', bytes })
      }
      const reply = replyOf(child)
      const sent = send(child, { kind: 'call', name, input, hasFile: file !== undefined })
      // Only from here on: before the call, the process waits for the pieces of the file.
      const [answer] = await limited(Promise.all([reply, sent]), maxMs)
      isFresh = false
      // Its parser may still be busy, and its time and memory would count for the next work.
      if (answer.kind !== 'result' || isRefusal(answer.result)) end()
      if (answer.kind === 'error') throw new ChildFailed(answer.name, answer.code)
      return (answer as { result: T }).result
    } finally {
      setReferenced(child, false)
    }
  }

  const work = async <T>(...job: Parameters<typeof call<T>>): Promise<T> => {
    clearTimeout(idle)
    try {
      if (isClosed) throw new ChildClosed()
      return await call<T>(...job)
    } catch (error) {
      // Part of a file may be left in the process.
      if (!(error instanceof ChildFailed)) end()
      if (isClosed) throw new ChildClosed()
      // It may have been full from earlier work.
      if (error instanceof ChildEnded && !isFresh) throw new ChildEnded(false)
      throw error
    } finally {
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    work,
    close() {
      isClosed = true
      clearTimeout(idle)
      end()
    },
  }
}

/** The function has understood that its input cannot be read. */
const isRefusal = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'failed'

/** An idle process does not keep this one alive. */
const setReferenced = (child: ChildProcess, isWorking: boolean) => {
  if (isWorking) child.ref()
  else child.unref()
  const channel = child.channel
  if (isWorking) channel?.ref()
  else channel?.unref()
}

const replyOf = (child: ChildProcess): Promise<ChildReply> =>
  new Promise((resolve, reject) => {
    const done = () => {
      child.off('message', answered).off('exit', ended).off('error', ended)
    }
    const answered = (reply: ChildReply) => {
      done()
      resolve(reply)
    }
    const ended = (_cause: unknown, signal: string | null = null) => {
      done()
      reject(new ChildEnded(signalsAtLimit.includes(signal)))
    }
    child.on('message', answered).on('exit', ended).on('error', ended)
  })

const send = (child: ChildProcess, order: ChildOrder): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(order, (error) => (error ? reject(new ChildEnded(false)) : resolve()))
  })
