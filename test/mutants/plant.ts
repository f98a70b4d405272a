// Preloaded into every process and thread of a test run: one source is loaded with a fault.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

export interface Planted {
  readonly url: string
  readonly before: string
  readonly after: string
  /** Gets a line for each time that the source was loaded with the fault. */
  readonly output: string
}

const { url, before, after, output }: Planted = JSON.parse(process.env.QPR_TEST_MUTANT ?? '{}')

registerHooks({
  load(loaded, context, next) {
    const module = next(loaded, context)
    if (loaded !== url) return module
    appendFileSync(output, `${loaded}\n`)
    return { ...module, source: String(module.source).replace(before, () => after) }
  },
})
