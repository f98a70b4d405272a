// The program as users run it: its own process, on a machine without our settings.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../../src/service/config/config.ts'
import { type Conformance, createConformance } from '../checks/conformance.ts'
import { createClient } from './client.ts'
import { startCommand } from './commands.ts'
import { serveIn } from './here.ts'
import { type Exit, watchOutput } from './output.ts'
import { freePort } from './ports.ts'

type Child = ChildProcessByStdio<null, Readable, Readable>

export type Machine = Awaited<ReturnType<typeof newMachine>>
export type QprProcess = ReturnType<typeof watchProcess>
export type RunningService = Awaited<ReturnType<Machine['serve']>>

export const projectFile = (path: string) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The key of every service that a test starts without choosing one. */
export const testKey = 'a-key-that-only-tests-know'

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
  const processes: { stop(signal: 'SIGKILL'): Promise<Exit> }[] = []
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
    QPR_AI_EMBEDDING_MODEL: 'none',
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

  /** The same, but in a process that takes one command after the other, which costs far less. */
  const command = (args: string[], settings: Environment = {}, input?: string) => {
    const { PWD: cwd = folder, ...env } = { ...environment, ...settings }
    const started = startCommand({ args, cwd, env, input })
    processes.push(started)
    return started
  }

  return {
    folder,
    port,
    address,
    start,
    startProgram,
    command,
    /** A client of the service that runs here. */
    connect: (key = testKey) => connect(address, key),
    /** Runs `qpr ARGS` until it ends: `serve` in a process of its own, and all others as `command` does. */
    run: (args: string[], settings?: Environment): Promise<Exit> =>
      (args[0] === 'serve' ? start : command)(args, settings).exited,
    /** Starts the service, and resolves when it responds. */
    async serve(settings: Environment = {}) {
      await prepareFile(settings.PWD ?? folder, settings)
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

/** Applying all migrations takes a fifth of a start, so a new file begins as a copy that has them. */
const prepareFile = async (folder: string, { DATABASE_URL, QPR_DATA_DIR }: Environment) => {
  const { QPR_TEST_SQLITE: migrated } = process.env
  const file = join(folder, 'data', 'qpr.db')
  const isFile = !QPR_DATA_DIR && (DATABASE_URL ?? `sqlite:${file}`) === `sqlite:${file}`
  if (!migrated || !isFile || existsSync(file)) return
  await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
  await copyFile(migrated, file)
}

/** A client whose responses must match the document of the service. */
const connect = async (address: string, key: string) => {
  conformance ??= await readConformance(address)
  return createClient({ address, key, conformance })
}

/** The same for every service, because no setting changes the routes of the API. */
let conformance: Conformance | undefined

const readConformance = async (address: string): Promise<Conformance> => {
  const response = await fetch(`${address}/openapi.json`)
  return createConformance((await response.json()) as object)
}

const watchProcess = (child: Child) => {
  alive.add(child)
  const { add, end, ...watched } = watchOutput()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => add(name, text))
  }
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    alive.delete(child)
    return end(code, signal)
  })
  return {
    ...watched,
    pid: child.pid ?? 0,
    exited,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Sends a signal and waits for the end. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
      child.kill(signal)
      return await exited
    },
  }
}
