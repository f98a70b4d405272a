// Runs test files one after the other in one process, so that the service, its schemas and a
// browser are loaded once.
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { registerAfter } from './collected.ts'
import { type FromWorker, leakExitCode, type ToWorker } from './messages.ts'
import { root } from './phases.ts'

const patienceMs = 20_000

const collectedUrl = new URL('collected.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test' && context.parentURL !== collectedUrl
      ? { url: collectedUrl, shortCircuit: true }
      : next(specifier, context),
})

const isFiltered = process.execArgv.some((flag) => flag.startsWith('--test-name-pattern'))

const tell = (message: FromWorker) => process.send?.(message)

process.on('message', async (message: ToWorker) => {
  if ('end' in message) return end()
  const { file, database } = message
  if (database) process.env.QPR_TEST_DATABASE = database
  else delete process.env.QPR_TEST_DATABASE
  // A file may run twice in a process, once on each database.
  const url = `${pathToFileURL(join(root, file))}${database ? '?postgres' : ''}`
  const register = await registerAfter(() => import(url))
  // The suite limits the hooks of a file to that file.
  void suite(file, register)
  // A file without a test of the wanted name reports nothing: the process then ends by itself.
  if (isFiltered) process.channel?.unref()
})

// The runner has ended.
process.on('disconnect', () => process.exit(1))

/** The process ends by itself once nothing is pending. */
const end = () => {
  process.removeAllListeners('disconnect')
  process.disconnect()
  setTimeout(() => {
    writeSync(2, `Left running: ${process.getActiveResourcesInfo().join(', ')}\n`)
    process.exit(leakExitCode)
  }, patienceMs).unref()
}

tell({ kind: 'ready' })
