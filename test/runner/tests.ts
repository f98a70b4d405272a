// Stands in for `node:test` in a worker: the same functions, as far as our tests use them.
// `node:test` follows every promise by an async hook to find the test that it belongs to, which
// costs a tenth of the CPU time, and after a top-level await it loses tests.
import { mock } from 'node:test'
import { inspect } from 'node:util'
import type { FromWorker } from './messages.ts'

type Work = (t: Context) => unknown
type Hook = () => unknown

interface Registered {
  path: string[]
  work: Work
}

interface File {
  tests: Registered[]
  befores: Hook[]
  afters: Hook[]
}

const tell = (message: FromWorker) => process.send?.(message)

/** The file that is loading. */
let file: File | undefined
/** The suites that are being registered, from the outermost. */
let outer: string[] = []
/** Fails the test that is running, for errors that no promise carries to it. */
let fail = (error: unknown) => report(['outside of a test'], [error])

process.on('uncaughtException', (error) => fail(error))
process.on('unhandledRejection', (error) => fail(error))

export const test = (name: string, ...rest: unknown[]) => {
  loading().tests.push({ path: [...outer, name], work: workOf(rest) })
}

export const suite = (name: string, register: () => void) => {
  outer = [...outer, name]
  register()
  outer = outer.slice(0, -1)
}

export const before = (hook: Hook) => void loading().befores.push(hook)
export const after = (hook: Hook) => void loading().afters.push(hook)

/** For what the tests of a file share and start on demand: runs after them and their hooks. */
export const afterFile = (hook: Hook) => void fileEnds.push(hook)

const fileEnds: Hook[] = []

const loading = (): File => file ?? refuse('Tests are registered while a file loads.')

const refuse = (message: string): never => {
  throw new Error(message)
}

/** Refuses options: no test is optional, and the runner limits the time of a file. */
const workOf = (rest: unknown[]): Work =>
  rest.length === 1 && typeof rest[0] === 'function'
    ? (rest[0] as Work)
    : refuse('A test has a name and a function, and no options.')

/** Runs the tests of a file, one after the other; `wanted` is the name of the only one to run. */
export const runFile = async (load: () => Promise<unknown>, wanted?: string): Promise<void> => {
  const { tests, befores, afters } = await loadFile(load)
  const named = tests.filter(({ path }) => wanted !== undefined && path.includes(wanted))
  await runHooks('before', befores)
  // A name that is not here may be that of a subtest.
  for (const { path, work } of named.length > 0 ? named : tests) {
    await runTest(path, work, wanted)
    // Methods, timers and the clock.
    mock.reset()
  }
  await runHooks('after', afters)
  await runHooks('after', fileEnds.splice(0))
}

const loadFile = async (load: () => Promise<unknown>): Promise<File> => {
  const own: File = { tests: [], befores: [], afters: [] }
  file = own
  try {
    await load()
  } catch (error) {
    report(['the file loads'], [error])
  } finally {
    file = undefined
  }
  return own
}

const runHooks = async (name: string, hooks: Hook[]) => {
  for (const hook of hooks) {
    const error = await errorOf(hook)
    if (error) report([name], [error.thrown])
  }
}

/** Returns whether it passed. */
const runTest = async (path: string[], work: Work, wanted?: string): Promise<boolean> => {
  const isWanted = wanted === undefined || path.includes(wanted)
  const t = new Context(path, wanted)
  const errors = [await errorOf(() => work(t)), await errorOf(() => t.subtests())]
  // The last one first: a page is closed before the service that it shows.
  for (const hook of t.afters.toReversed()) errors.push(await errorOf(hook))
  const thrown = errors.flatMap((error) => (error ? [error.thrown] : []))
  if (isWanted) report(path, thrown, t.hasFailed)
  return thrown.length === 0 && !t.hasFailed
}

const report = (path: string[], errors: unknown[], hasFailedSubtest = false) => {
  const name = path.join(' › ')
  for (const error of errors) tell({ kind: 'failed', name, reason: inspect(error) })
  if (errors.length === 0 && !hasFailedSubtest) tell({ kind: 'passed' })
}

/** What it throws, or what is thrown elsewhere while it runs. */
const errorOf = async (work: () => unknown): Promise<{ thrown: unknown } | undefined> => {
  const elsewhere = Promise.withResolvers<never>()
  const outerFail = fail
  fail = elsewhere.reject
  try {
    await Promise.race([work(), elsewhere.promise])
    return undefined
  } catch (thrown) {
    return { thrown }
  } finally {
    fail = outerFail
  }
}

class Context {
  readonly afters: Hook[] = []
  readonly mock = mock
  readonly #path: string[]
  readonly #wanted: string | undefined
  #last: Promise<unknown> = Promise.resolve()
  hasFailed = false

  constructor(path: string[], wanted: string | undefined) {
    this.#path = path
    this.#wanted = wanted
  }

  after = (hook: Hook) => void this.afters.push(hook)

  diagnostic = (text: string) => console.log(`# ${text}`)

  /** One after the other, also when the test does not wait for them. */
  test = (name: string, ...rest: unknown[]): Promise<void> => {
    const path = [...this.#path, name]
    const work = workOf(rest)
    const run = async () => {
      const isPassed = await runTest(path, work, this.#wanted)
      if (!isPassed) this.hasFailed = true
    }
    const isWanted = this.#wanted === undefined || path.includes(this.#wanted)
    // Only a test that takes its context can have the wanted one inside.
    const mayHaveWanted = isWanted || work.length > 0
    const ended = this.#last.then(() => (mayHaveWanted ? run() : undefined))
    this.#last = ended
    return ended
  }

  subtests = () => this.#last
}
