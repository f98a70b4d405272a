// Runs test files one after the other in one process, so that the service, its schemas and a
// browser are loaded once.
import { readFileSync, writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { after, beforeEach, suite, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { configureGlobal } from 'fast-check'
import { runAfterFile } from './after-file.ts'
import { type FromWorker, leakExitCode, type ToWorker } from './messages.ts'
import { root } from './phases.ts'
import { collectTests } from './registered.ts'
import { recordStatements, saveStatements } from './statements.ts'

const patienceMs = 20_000

const registeredUrl = new URL('registered.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test' && context.parentURL !== registeredUrl
      ? { url: registeredUrl, shortCircuit: true }
      : next(specifier, context),
})

const { QPR_TEST_STATEMENTS: statementsFile } = process.env
if (statementsFile) recordStatements()

// The same commit gets the same verdict.
configureGlobal({ seed: 1 })

const tell = (message: FromWorker) => process.send?.(message)

// The last hook first: a page is closed before the service that it shows. `node:test` itself runs the
// first one first, and none after one that fails.
beforeEach((context) => {
  const t = context as TestContext
  const hooks = new AsyncDisposableStack()
  t.after(() => hooks.disposeAsync())
  t.after = (hook = () => undefined) => hooks.defer(hook as () => void)
})

// `node:test` fails the test that caused an error. If it finds none, it only sets the exit code.
const failFile = (error: unknown) => {
  if (!process.exitCode) return
  const reason = inspect(error)
  if (!process.connected) endWith(leakExitCode, reason)
  tell({ kind: 'failed', name: 'outside of a test', reason })
  process.exitCode = 0
}
process.on('uncaughtException', failFile)
process.on('unhandledRejection', failFile)

process.on('message', async (message: ToWorker) => {
  if ('end' in message) return end()
  const { file, database } = message
  if (database) process.env.QPR_TEST_DATABASE = database
  else delete process.env.QPR_TEST_DATABASE
  // A file may run twice in a process, once on each database.
  const url = `${pathToFileURL(join(root, file))}${database ? '?postgres' : ''}`
  const register = await collectTests(() => import(url))
  // The suite keeps the tests and hooks of the file apart from those of others.
  await suite(file, () => {
    register()
    after(runAfterFile)
  })
  // The reporter has read every event by then.
  await setImmediate()
  if (statementsFile) saveStatements(statementsFile)
  tell({ kind: 'file-ended', cpuMs: cpuMs() })
})

// The runner has ended.
const abandon = () => process.exit(1)
process.on('disconnect', abandon)

/** The process ends by itself once nothing is pending. */
const end = () => {
  process.off('disconnect', abandon)
  process.disconnect()
  setTimeout(() => {
    const left = process.getActiveResourcesInfo()
    // A connection whose server has ended does no work. Servers, timers and processes do.
    const code = left.every((one) => one === 'TCPSocketWrap') ? 0 : leakExitCode
    endWith(code, `Left running: ${[...left, ...connections()].join(', ')}`)
  }, patienceMs).unref()
}

const endWith = (code: number, reason: string): never => {
  writeSync(2, `${reason}\n`)
  process.exit(code)
}

/** The ports of open connections, which tell whose they are. Node.js has no public list of them. */
const connections = (): string[] => {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): unknown[] }
  return handles
    .call(process)
    .filter((one) => one instanceof Socket)
    .map(({ localPort, remotePort, bytesRead, bytesWritten }) =>
      [
        `port ${localPort} to ${remotePort}`,
        `${bytesRead} B read`,
        `${bytesWritten} B written`,
      ].join(' '),
    )
}

/** Of this process, and on Linux of its children that have ended too. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}

const childrenMs = () => {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  // In hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) * 10
}

tell({ kind: 'ready' })
