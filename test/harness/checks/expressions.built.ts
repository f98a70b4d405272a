// node test/harness/checks/expressions.built.ts FILE...
//
// Writes, as JSON, the expressions that these files and a starting service build, and the patterns
// of the API's schemas. A process of its own: modules that are loaded already build nothing again.
import type { TestContext } from 'node:test'
import type { Expression } from './expressions.ts'

const built: Expression[] = []

const record = ({ source, flags }: RegExp) => {
  // The error's own line, this function, the proxy, and then the caller.
  const caller = new Error().stack?.split('\n')[3] ?? ''
  const [, place = ''] = /((?:src|web)\/[^:]+:\d+):\d+\)?$/.exec(caller) ?? []
  if (place) built.push({ source, flags, place })
}

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, parameters, self) {
    const made = Reflect.construct(target, parameters, self)
    record(made)
    return made
  },
})

for (const file of process.argv.slice(2)) await import(`../../../${file}`)

// The server builds one expression for each of its routes.
const { startService } = await import('../service/service.ts')
const ends: (() => Promise<void>)[] = []
const context = { after: (end: () => Promise<void>) => ends.push(end) }
const { get } = await startService(context as unknown as TestContext)
const { body } = await get('/openapi.json')
for (const end of ends) await end()

/** JSON Schema's `pattern`, which Ajv runs with the `u` flag. */
const patternsIn = (value: unknown): Expression[] => {
  if (typeof value !== 'object' || value === null) return []
  const { pattern } = value as { pattern?: unknown }
  const own = typeof pattern === 'string' ? [{ source: pattern, flags: 'u', place: 'OpenAPI' }] : []
  return [...own, ...Object.values(value).flatMap(patternsIn)]
}

process.stdout.write(JSON.stringify([...built, ...patternsIn(body)]))
