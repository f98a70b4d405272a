// Preloaded into every process of a test run: records which mutants' lines each test file ran.
import { appendFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

export interface Wanted {
  /** Gets a line of JSON for each test file. */
  readonly output: string
  readonly points: readonly { name: string; url: string; offsets: readonly number[] }[]
}

export interface Covered {
  readonly file: string
  readonly durationMs: number
  readonly names: string[]
}

const { output, points }: Wanted = JSON.parse(process.env.QPR_TEST_COVER ?? '{}')

/** The test file that this process runs. Files run one after the other. */
let current: { file: string; startedAt: number } | undefined

const session = new Session()

const record = () => {
  if (!current) return
  const { file, startedAt } = current
  const names: string[] = []
  // In the same thread the answer comes before `post` returns.
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const scripts = new Map(result.map(({ url, functions }) => [url, functions]))
    for (const { name, url, offsets } of points) {
      const functions = scripts.get(url) ?? []
      if (offsets.some((offset) => hasRun(functions, offset))) names.push(name)
    }
  })
  const covered: Covered = { file, durationMs: performance.now() - startedAt, names }
  appendFileSync(output, `${JSON.stringify(covered)}\n`)
}

/** The innermost range that contains the offset has its count. */
const hasRun = (functions: Profiler.FunctionCoverage[], offset: number): boolean => {
  let innermost = { size: Number.POSITIVE_INFINITY, count: 0 }
  for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
    const size = endOffset - startOffset
    if (startOffset <= offset && offset < endOffset && size <= innermost.size) {
      innermost = { size, count }
    }
  }
  return innermost.count > 0
}

if (isMainThread) {
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  registerHooks({
    load(url, context, next) {
      if (/\.test\.ts(\?|$)/.test(url)) {
        record()
        const file = relative(process.cwd(), fileURLToPath(url))
        current = { file, startedAt: performance.now() }
      }
      return next(url, context)
    },
  })
  process.on('exit', record)
}
