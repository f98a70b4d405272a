// The program as users run it: its own process, on a machine without our settings.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../../src/config/config.ts'
import { type Conformance, createConformance } from '../checks/conformance.ts'
import { createClient } from './client.ts'
import { serveIn } from './here.ts'
import { freePort } from './ports.ts'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

type Child = ChildProcessByStdio<null, Readable, Readable>

export type Machine = Awaited<ReturnType<typeof newMachine>>
export type QprProcess = ReturnType<typeof watchProcess>
export type RunningService = Awaited<ReturnType<Machine['serve']>>

export const projectFile = (path: string) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The key of every service that a test starts without choosing one. */
export const testKey = 'a-key-that-only-tests-know'

// Enough time for a machine that is busy with other tests.
const patienceMs = 60_000

const alive = new Set<Child>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})
// An interrupted run ends its test files by SIGTERM, which by itself runs no exit handler.
process.once('SIGTERM', () => process.exit(143))

/**
 * A working directory, a free port and an environment with only PATH, for any number of `qpr`
 * processes. They are ended, and the directory is removed, when the test ends, or after all tests
 * of a file that share it (`newMachine({ after })`).
 */
export const newMachine = async (t: { after(end: () => Promise<void>): void }) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-machine-'))
  const port = await freePort()
  const processes: QprProcess[] = []
  const ends: (() => Promise<void>)[] = []
  t.after(async () => {
    await Promise.all([...processes.map((one) => one.stop('SIGKILL')), ...ends.map((end) => end())])
    await rm(folder, { recursive: true, force: true })
  })
  // No server listens on port 1: an Ollama on this machine must not matter.
  const environment: Environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    OLLAMA_HOST: '127.0.0.1:1',
    // The same as in `npm start`.
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  }
  // Not `localhost`: if that is ::1 first, every request would try a closed port.
  const address = `http://127.0.0.1:${port}`

  const startProgram = (program: string, args: string[], settings: Environment = {}) => {
    const { PWD: cwd = folder, ...env } = { ...environment, ...settings }
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const started = watchProcess(child)
    processes.push(started)
    return started
  }

  /** Starts `qpr ARGS` with `settings` in its environment (PWD: its working directory). */
  const start = (args: string[], settings?: Environment) =>
    startProgram(
      process.execPath,
      // The same as in `npm start`.
      ['--max-semi-space-size=16', projectFile('bin/program.js'), ...args],
      settings,
    )

  return {
    folder,
    port,
    address,
    start,
    startProgram,
    /** Runs `qpr ARGS` until it ends. */
    run: (args: string[], settings?: Environment): Promise<Exit> => start(args, settings).exited,
    /** Starts the service, and resolves when it responds. */
    async serve(settings: Environment = {}) {
      const service = start(['serve'], { QPR_API_KEY: testKey, ...settings })
      const at = `http://127.0.0.1:${settings.PORT ?? port}`
      await service.printed(/QPR is running\./)
      return Object.assign(service, { address: at, connect: (key = testKey) => connect(at, key) })
    },
    /**
     * The same service in this process, which costs far less. For tests whose subject is another
     * program, or the database that a killed process left.
     */
    async serveHere(settings: Environment = {}) {
      const all: Environment = { ...environment, QPR_API_KEY: testKey, ...settings }
      const close = await serveIn(folder, all)
      let closing: Promise<void> | undefined
      const stop = () => {
        closing ??= close()
        return closing
      }
      ends.push(stop)
      const at = `http://127.0.0.1:${all.PORT}`
      return { address: at, connect: (key = testKey) => connect(at, key), stop }
    },
  }
}

/** A client whose responses must match the document of this service. */
const connect = async (address: string, key: string) => {
  const response = await fetch(`${address}/openapi.json`)
  return createClient({ address, key, conformance: conformanceOf(await response.text()) })
}

const conformances = new Map<string, Conformance>()

/** Created once for each document, because compiling its schemas takes longer than most tests. */
const conformanceOf = (document: string): Conformance => {
  // Only the addresses differ between services.
  const text = document.replaceAll(/127\.0\.0\.1:\d+|localhost:\d+/g, 'host')
  const known = conformances.get(text)
  if (known) return known
  const made = createConformance(JSON.parse(document))
  conformances.set(text, made)
  return made
}

const watchProcess = (child: Child) => {
  alive.add(child)
  const news = new EventEmitter()
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      news.emit('news')
    })
  }
  let isOver = false
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    alive.delete(child)
    isOver = true
    news.emit('news')
    return { code, signal, ...output }
  })

  const printed = async (
    stream: 'stdout' | 'stderr',
    pattern: RegExp,
  ): Promise<RegExpMatchArray> => {
    const signal = AbortSignal.timeout(patienceMs)
    for (;;) {
      const match = output[stream].match(pattern)
      if (match) return match
      if (isOver) break
      await once(news, 'news', { signal }).catch(() => {
        isOver = true
      })
    }
    throw new Error(`It did not print ${pattern}:\n${output.stdout}\n${output.stderr}`)
  }

  return {
    pid: child.pid ?? 0,
    output,
    exited,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Sends a signal and waits for the end. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
      child.kill(signal)
      return await exited
    },
    /** Waits until the output matches; fails when the process ends without. */
    printed: (pattern: RegExp) => printed('stdout', pattern),
    /** The same for standard error. */
    errorPrinted: (pattern: RegExp) => printed('stderr', pattern),
  }
}
