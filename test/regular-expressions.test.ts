// Every regular expression that meets a caller's text runs in linear time.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { slowExpressions } from './harness/expressions.check.ts'
import { type Expression, expressionsIn } from './harness/expressions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

/** Files that read nothing but our own sources. */
const tools = [
  'web/scan/script.ts',
  'web/studio/build/',
  'web/studio/generate.ts',
  'web/studio/shots',
  'web/studio/walk',
  'web/studio/vite.config.ts',
]

const files = globSync(['src/**/*.ts', 'contract/**/*.ts', 'web/**/*.{ts,tsx}'])
  .filter((file) => !/\.(test|testing|fixture|fixture-\w+|given)\.tsx?$|\.d\.ts$/.test(file))
  .filter((file) => !tools.some((tool) => file.startsWith(tool)) && !file.includes('/dist/'))

/** Expressions that are made of other texts, by the place that makes them. */
const recordBuilt = async (load: () => Promise<unknown>): Promise<Expression[]> => {
  const Original = RegExp
  const built: Expression[] = []
  const record = ({ source, flags }: RegExp) => {
    // The error's own line, this function, the proxy, and then who asked.
    const caller = new Error().stack?.split('\n')[3] ?? ''
    const [, place = ''] = /((?:src|web)\/[^:]+:\d+):\d+\)?$/.exec(caller) ?? []
    if (place) built.push({ source, flags, place })
  }
  globalThis.RegExp = new Proxy(Original, {
    construct(target, parameters, self) {
      const made = Reflect.construct(target, parameters, self)
      record(made)
      return made
    },
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = Original
  }
  return built
}

/** Of schemas: JSON Schema's `pattern`, which Ajv runs with the `u` flag. */
const patterns: Expression[] = []

test('every regular expression of src and web runs in linear time', async (t) => {
  const found = files.map((file) => expressionsIn(file))
  const places = found.flatMap(({ built }) => built.map(({ place }) => place))
  // A service is started as well: the server builds one expression for each of its routes.
  const built = await recordBuilt(async () => {
    for (const place of places) await import(`${root}${place.replace(/:\d+$/, '')}`)
    const { startService } = await import('./harness/service.ts')
    const { get } = await startService(t)
    const { body } = await get('/openapi.json')
    patterns.push(...patternsIn(body))
  })
  const seen = new Set(built.map(({ place }) => place))
  assert.deepEqual(
    places.filter((place) => !seen.has(place)),
    [],
    'an expression that is not built at the start cannot be checked',
  )
  const literals = found.flatMap((file) => file.literals)
  assert.deepEqual(await slowExpressions([...literals, ...built, ...patterns]), [])
})

const patternsIn = (value: unknown): Expression[] => {
  if (typeof value !== 'object' || value === null) return []
  const { pattern } = value as { pattern?: unknown }
  const own = typeof pattern === 'string' ? [{ source: pattern, flags: 'u', place: 'OpenAPI' }] : []
  return [...own, ...Object.values(value).flatMap(patternsIn)]
}
