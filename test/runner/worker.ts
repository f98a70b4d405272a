// Runs test files one after the other in one process, so that the service, its schemas and a
// browser are loaded once and not for each file.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type FromWorker, leakExitCode, type ToWorker } from './messages.ts'
import { root } from './phases.ts'

const patienceMs = 20_000

const tell = (message: FromWorker) => process.send?.(message)

process.on('message', (message: ToWorker) => {
  if ('end' in message) return end()
  // The suite keeps the hooks of a file to that file.
  void suite(message.file, async () => {
    await import(pathToFileURL(join(root, message.file)).href)
  })
})

// The runner is gone.
process.on('disconnect', () => process.exit(1))

/** The process ends by itself once nothing is left that could still happen. */
const end = () => {
  process.removeAllListeners('disconnect')
  process.disconnect()
  setTimeout(() => {
    writeSync(2, `Left running: ${process.getActiveResourcesInfo().join(', ')}\n`)
    process.exit(leakExitCode)
  }, patienceMs).unref()
}

tell({ kind: 'ready' })
