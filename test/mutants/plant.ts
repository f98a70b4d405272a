// Preloaded into every process and thread of a test run: one source is loaded with a fault.
import childProcess, { type ForkOptions } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'

export interface Planted {
  readonly url: string
  readonly before: string
  readonly after: string
  /** Gets a line for each time that the source was loaded with the fault. */
  readonly output: string
}

const { QPR_TEST_MUTANT = '{}', NODE_OPTIONS } = process.env
const { url, before, after, output }: Planted = JSON.parse(QPR_TEST_MUTANT)

registerHooks({
  load(loaded, context, next) {
    const module = next(loaded, context)
    if (loaded !== url) return module
    appendFileSync(output, `${loaded}\n`)
    return { ...module, source: String(module.source).replace(before, () => after) }
  },
})

// The process that reads files of users gets no environment, and may read only the product.
const { fork } = childProcess
childProcess.fork = ((file: string | URL, args: string[], options: ForkOptions = {}) => {
  if (!options.execArgv?.includes('--permission')) return fork(file, args, options)
  const allowed = [`--allow-fs-read=${import.meta.filename}`, `--allow-fs-write=${output}`]
  return fork(file, args, {
    ...options,
    env: { ...options.env, QPR_TEST_MUTANT, NODE_OPTIONS },
    execArgv: [...options.execArgv, ...allowed],
  })
}) as typeof fork
syncBuiltinESMExports()
