// The reporter of a worker: sends the result of each test to the runner.
import { readFileSync } from 'node:fs'
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

const causeOf = (error: Error) => (error.cause instanceof Error ? error.cause : error)

const tell = (message: FromWorker) => {
  if (process.connected) process.send?.(message)
}
