// Every regular expression that reads a caller's text runs in linear time.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { slowExpressions } from './harness/checks/expressions.check.ts'
import { type Expression, expressionsIn } from './harness/checks/expressions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that read only our own sources. */
const tools = [
  'src/features/page/script.ts',
  'web/docs/',
  'web/studio/build/',
  'web/studio/src/webhooks/receivers.ts',
  'sdk/typescript/generate.ts',
  'web/studio/vite.config.ts',
]

const files = globSync(['src/**/*.ts', 'contract/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root })
  .filter((file) => !/\.(test|testing|fixture|fixture-\w+|given)\.tsx?$|\.d\.ts$/.test(file))
  .filter((file) => !tools.some((tool) => file.startsWith(tool)) && !file.includes('/dist/'))

/** Expressions that are built from other texts, collected in a separate process. */
const builtBy = async (paths: string[]): Promise<Expression[]> => {
  const script = fileURLToPath(new URL('harness/checks/expressions.built.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...paths], {
    cwd: root,
    maxBuffer: 2 ** 26,
    env: { ...process.env, QPR_TEST_DATABASE: undefined },
  })
  return JSON.parse(stdout)
}

test('every regular expression of src and web runs in linear time', async () => {
  const found = files.map(expressionsIn)
  const places = found.flatMap(({ built }) => built)
  const paths = new Set(places.map((place) => place.replace(/:\d+$/, '')))
  const built = await builtBy([...paths])
  const seen = new Set(built.map(({ place }) => place))
  assert.deepEqual(
    places.filter((place) => !seen.has(place)),
    [],
    'an expression that is not built at the start cannot be checked',
  )
  const literals = found.flatMap((file) => file.literals)
  assert.deepEqual(await slowExpressions([...literals, ...built]), [])
})
