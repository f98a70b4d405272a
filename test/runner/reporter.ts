// The reporter of a worker: sends the result of each test to the runner.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { FromWorker } from './messages.ts'

/** Failures that only report a failed subtest, which has been reported itself. */
const isEcho = (error: unknown) =>
  (error as { failureType?: string }).failureType === 'subtestsFailed'

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const outer: string[] = []
  for await (const event of source) {
    if (event.type === 'test:start') outer[event.data.nesting] = event.data.name
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { nesting, details, skip, todo } = event.data
    const name = outer.slice(1, nesting + 1).join(' › ')
    if (event.type === 'test:fail' && !isEcho(event.data.details.error)) {
      tell({ kind: 'failed', name, reason: inspect(causeOf(event.data.details.error)) })
    } else if (skip !== undefined || todo !== undefined) {
      tell({
        kind: 'failed',
        name,
        reason: 'It is skipped or marked as todo: no test is optional.',
      })
    } else if (details.type !== 'suite' && event.type === 'test:pass') {
      tell({ kind: 'passed' })
    }
    if (nesting === 0) tell({ kind: 'file-ended', cpuMs: cpuMs() })
  }
  yield ''
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const causeOf = (error: Error) => (error.cause instanceof Error ? error.cause : error)

const tell = (message: FromWorker) => {
  if (process.connected) process.send?.(message)
}
