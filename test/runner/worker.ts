// Runs test files one after the other in one process, so that the service, its schemas and a
// browser are loaded once.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type FromWorker, leakExitCode, type ToWorker } from './messages.ts'
import { root } from './phases.ts'

const patienceMs = 20_000

const tell = (message: FromWorker) => process.send?.(message)

process.on('message', (message: ToWorker) => {
  if ('end' in message) return end()
  // The suite limits the hooks of a file to that file.
  void suite(message.file, async () => {
    try {
      await import(pathToFileURL(join(root, message.file)).href)
    } catch (error) {
      // A suite that fails while it is built would be reported as one without tests.
      void test('the file loads', () => {
        throw error
      })
    }
  })
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
