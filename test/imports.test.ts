// What may import what: main → commands → app → slices → http → storage → kit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circleIn, filesIn, type Import, importsOf, sourceOf } from './harness/checks/imports.ts'

const files = filesIn('src')

const all = files.flatMap((file) => importsOf('src', file))

// web/, contract/ and sdk/ have their own rules, at the end.
const imports = all.filter(({ to }) => !/^\.\.\/(contract|sdk)\//.test(to))

/** Wires the slices together; each may import the parts after it. */
const composition = ['main', 'package', 'commands', 'doctor', 'app']
const foundations = ['http', 'storage', 'kit']
const settings = ['config', 'version']

/** The folder of a file, or the file itself at the top level. */
const partOf = (file: string): string => (file.split('/')[0] ?? '').replace(/\.ts$/, '')

const isSlice = (part: string) => ![...composition, ...foundations, ...settings].includes(part)

/** A higher part may import a lower one. */
const levelOf = (part: string): number => {
  if (composition.includes(part)) return 10 + composition.length - composition.indexOf(part)
  if (isSlice(part)) return 5
  return settings.includes(part) ? 1 : foundations.length - foundations.indexOf(part)
}

const told = ({ from, to }: Import) => `${from} imports ${to}`

test('the imports of every file are found', () => {
  assert.ok(files.length > 60)
  assert.ok(imports.length > 200)
  for (const { from, to } of imports) assert.ok(files.includes(to), `${from} imports ${to}`)
  const slices = new Set(files.map(partOf).filter(isSlice))
  for (const slice of ['accounts', 'organizations', 'codes', 'webhooks', 'mail']) {
    assert.ok(slices.has(slice), slice)
  }
})

test('no file imports upward', () => {
  const upward = imports.filter(({ from, to }) => levelOf(partOf(to)) > levelOf(partOf(from)))
  assert.deepEqual(upward.map(told), [])
})

/** Arithmetic without domain words: the page uses it to make its accent readable. */
const isArithmetic = (file: string) => /^images\/(\w+\/)?color\.ts$/.test(file)

test('a slice imports only types of another slice', () => {
  const crossing = imports.filter(({ from, to, isType }) => {
    const [own, other] = [partOf(from), partOf(to)]
    return isSlice(own) && isSlice(other) && own !== other && !isType && !isArithmetic(to)
  })
  assert.deepEqual(crossing.map(told), [])
})

test('only the parts that wire the service read the settings', () => {
  const reading = imports.filter(
    ({ from, to }) =>
      to === 'config/config.ts' && !composition.includes(partOf(from)) && partOf(from) !== 'config',
  )
  assert.deepEqual(reading.map(told), [])
})

test('only config/config.ts reads the environment', () => {
  const reading = files.filter((file) => sourceOf('src', file).includes('process.env'))
  assert.deepEqual(reading, ['config/config.ts'])
})

/** Within a slice: wiring, HTTP, rules, queries. */
const storeyOf = (file: string): number => {
  if (/\/slice\.ts$/.test(file)) return 4
  if (/\b(routes|pages)\.ts$/.test(file)) return 3
  return /\.store\.ts$/.test(file) ? 1 : 2
}

test('within a slice routes import rules, and rules import the store, never the reverse', () => {
  const within = imports.filter(
    ({ from, to }) => isSlice(partOf(from)) && partOf(from) === partOf(to),
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
test('the Studio imports contract/, the SDK, and from src/ only the visitor page', () => {
  const outside = studio.filter(({ to }) =>
    /^(\.\.\/){3}(?!contract\/|sdk\/typescript\/src\/|src\/visitor-page\/)/.test(to),
  )
  assert.deepEqual(outside.map(told), [])
})

test('of src/ only the commands for a service elsewhere import the SDK', () => {
  const importing = all.filter(({ to }) => to.startsWith('../sdk/'))
  assert.ok(importing.length > 0)
  const others = importing.filter(
    ({ from, to }) =>
      !from.startsWith('commands/remote/') || !to.startsWith('../sdk/typescript/src/'),
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
