// The reporter of `node:test` in a worker: sends the result of each test to the runner.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { FromWorker } from './messages.ts'

type Result = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>

const send = (message: FromWorker) => process.send?.(message)

export default async function* report(events: AsyncIterable<TestEvent>) {
  /** Of the test that runs: the file, its suites, the test, its subtests. */
  let path: string[] = []
  for await (const event of events) {
    const { type, data } = event
    // A promise that keeps no async context would lead here.
    if (type === 'test:enqueue' && data.nesting === 0 && data.type === 'test')
      send({
        kind: 'failed',
        name: data.name,
        reason: 'The test is registered outside of its file.',
      })
    if (type === 'test:start') path = [...path.slice(0, data.nesting), data.name]
    if (type === 'test:diagnostic' && data.nesting > 0) yield `# ${data.message}\n`
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const reason = reasonOf(event as Result)
    const name = path.slice(1, data.nesting + 1).join(' › ')
    if (reason) send({ kind: 'failed', name, reason })
    else if (type === 'test:pass' && data.details.type === 'test') send({ kind: 'passed' })
  }
}

/** Why it is a failure. A test whose subtest failed has no failure of its own. */
const reasonOf = ({ type, data }: Result): string | undefined => {
  if ('skip' in data || 'todo' in data || 'expectFailure' in data)
    return 'No test is optional, and none may fail.'
  if (type === 'test:pass') return undefined
  const { error } = data.details as { error: Error & { failureType?: string } }
  return error.failureType === 'subtestsFailed' ? undefined : inspect(error.cause ?? error)
}
