// What may import what: main → cli → service → features → platform → contract.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circleIn, filesIn, type Import, importsOf, sourceOf } from './harness/checks/imports.ts'

const files = filesIn('src')

const all = files.flatMap((file) => importsOf('src', file))

// web/, contract/ and sdk/ have their own rules, at the end.
const imports = all.filter(({ to }) => !/^\.\.\/(contract|sdk)\//.test(to))

/** A feature imports the platform and the features before it in this list. */
const features = [
  'plans',
  'drawing',
  'printing',
  'organizations',
  'audit',
  'accounts',
  'jobs',
  'events',
  'webhooks',
  'deliveries',
  'models',
  'codes',
  'templates',
  'images',
  'scans',
  'reading',
  'knowledge',
  'retrieval',
  'conversations',
  'answers',
  'questions',
  'people',
  'page',
  'visitor',
  'notifications',
  'billing',
]

/** Within the platform a part imports the parts before it. `context` is the files of no folder. */
const platform = ['kit', 'text', 'store', 'context', 'http', 'mail', 'jobs']

const isFeature = (file: string) => file.startsWith('features/')

/** `features/codes` of `features/codes/codes.ts`, and `cli` of `cli/doctor/models.ts`. */
const partOf = (file: string): string => {
  const [top = '', part = ''] = file.split('/')
  if (top === 'platform' && part.endsWith('.ts')) return 'platform/context'
  return ['features', 'platform'].includes(top) ? `${top}/${part}` : top.replace(/\.ts$/, '')
}

const order = [
  ...platform.map((name) => `platform/${name}`),
  ...features.map((name) => `features/${name}`),
  ...['service', 'cli', 'package', 'main'],
]

/** A file imports its own part and the parts of lower levels. */
const levelOf = (file: string): number => order.indexOf(partOf(file))

const told = ({ from, to }: Import) => `${from} imports ${to}`

test('the imports of every file are found', () => {
  assert.ok(files.length > 60)
  assert.ok(imports.length > 200)
  for (const { from, to } of imports) assert.ok(files.includes(to), `${from} imports ${to}`)
  const unknown = files.filter((file) => levelOf(file) < 0)
  assert.deepEqual(unknown, [])
  const parts = new Set(files.map(partOf))
  assert.deepEqual(
    order.filter((part) => !parts.has(part)),
    [],
  )
})

test('a file imports only its own part and those below it', () => {
  const found = imports.filter(({ from, to }) => levelOf(to) > levelOf(from))
  assert.deepEqual(found.map(told), [])
})

test('only the service and the commands read the settings', () => {
  const reading = imports.filter(
    ({ from, to }) => to === 'service/config/config.ts' && levelOf(from) < order.indexOf('service'),
  )
  assert.deepEqual(reading.map(told), [])
})

test('only service/config/config.ts reads the environment', () => {
  const reading = files.filter((file) => sourceOf('src', file).includes('process.env'))
  assert.deepEqual(reading, ['service/config/config.ts'])
})

/** Within a feature: HTTP, rules, queries. */
const storeyOf = (file: string): number => {
  if (/\b(api|routes|pages)\.ts$/.test(file)) return 3
  return /\.store\.ts$/.test(file) ? 1 : 2
}

test('within a feature routes import rules, and rules import the store, never the reverse', () => {
  const within = imports.filter(
    ({ from, to }) => isFeature(from) && isFeature(to) && partOf(from) === partOf(to),
  )
  const climbing = within.filter(({ from, to }) => storeyOf(to) > storeyOf(from))
  assert.deepEqual(climbing.map(told), [])
  const skipping = within.filter(({ from, to }) => storeyOf(from) === 3 && storeyOf(to) === 1)
  assert.deepEqual(skipping.map(told), [])
})

const studio = filesIn('web/studio/src').flatMap((file) => importsOf('web/studio/src', file))

// vite.config.ts is no part of the script.
const visitor = filesIn('web/visitor')
  .filter((file) => !file.startsWith('vite.'))
  .flatMap((file) => importsOf('web/visitor', file))

test("the visitor's script imports its own files and contract/", () => {
  assert.ok(visitor.length > 15)
  const outside = visitor.filter(({ to }) => to.startsWith('../') && !to.includes('/contract/'))
  assert.deepEqual(outside.map(told), [])
})

test('the service imports nothing from web/', () => {
  assert.deepEqual(imports.filter(({ to }) => to.startsWith('../')).map(told), [])
})

test('there is no circle of runtime imports', () => {
  assert.equal(circleIn(imports), undefined)
  assert.equal(circleIn(visitor), undefined)
  assert.ok(studio.length > 500)
  // A route loads its page with import(), long after both files have run.
  assert.equal(circleIn(studio.filter(({ isBare }) => !isBare)), undefined)
})

test('contract/ imports nothing', () => {
  const importing = filesIn('contract').filter((file) =>
    /^import\b/m.test(sourceOf('contract', file)),
  )
  assert.deepEqual(importing, [])
})

// The Studio's preview draws the visitor's page like the service.
test('the Studio imports contract/, the SDK, and from src/ only the page', () => {
  const outside = studio.filter(({ to }) =>
    /^(\.\.\/){3}(?!contract\/|sdk\/typescript\/src\/|src\/features\/page\/)/.test(to),
  )
  assert.deepEqual(outside.map(told), [])
})

test('of src/ only the commands for a service elsewhere import the SDK', () => {
  const importing = all.filter(({ to }) => to.startsWith('../sdk/'))
  assert.ok(importing.length > 0)
  const others = importing.filter(
    ({ from, to }) => !from.startsWith('cli/remote/') || !to.startsWith('../sdk/typescript/src/'),
  )
  assert.deepEqual(others.map(told), [])
})

test('the SDK imports nothing but its own files', () => {
  const files = filesIn('sdk/typescript/src')
  assert.ok(files.length > 5)
  const outside = files
    .flatMap((file) => importsOf('sdk/typescript/src', file))
    .filter(({ to }) => to.startsWith('../'))
  assert.deepEqual(outside.map(told), [])
  const packages = files.filter((file) => / from '[^.]/.test(sourceOf('sdk/typescript/src', file)))
  assert.deepEqual(packages, [])
})
