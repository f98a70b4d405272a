// What may import what (architecture.md): main → commands → app → slices → http → storage → kit.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

interface Import {
  from: string
  to: string
  isType: boolean
}

const root = fileURLToPath(new URL('../src', import.meta.url))

const files = globSync('**/*.ts', { cwd: root }).filter(
  (file) => !/\.(test|fixture|fixture-\w+)\.ts$/.test(file),
)

const source = (file: string) => readFileSync(join(root, file), 'utf8')

/** The files of ours that a file imports; packages are left out. */
const importsOf = (from: string): Import[] => {
  const text = source(from)
  const statements = text.matchAll(/^(?:im|ex)port\s+([^'"`;]*?)\bfrom\s+'(\.[^']+\.ts)'/gm)
  const bare = text.matchAll(/\bimport\(?\s*'(\.[^']+\.ts)'/g)
  const target = (path: string) => normalize(join(dirname(from), path))
  return [
    ...Array.from(statements, ([, what = '', path = '']) => ({
      from,
      to: target(path),
      isType: what.startsWith('type ') || /^\{(\s*type \w+( as \w+)?,?)+\s*\}\s*$/.test(what),
    })),
    ...Array.from(bare, ([, path = '']) => ({ from, to: target(path), isType: false })),
  ]
}

// What visitors' browsers get lies outside, in web/: made of words, no part of what is wired here.
const imports = files.flatMap(importsOf).filter(({ to }) => !to.startsWith('../web/'))

/** Wires the slices together; each may import the parts after it. */
const composition = ['main', 'commands', 'doctor', 'app']
const foundations = ['http', 'storage', 'kit']
const settings = ['config', 'version']

/** The folder of a file, or the file itself where it lies at the top. */
const partOf = (file: string): string => (file.split('/')[0] ?? '').replace(/\.ts$/, '')

const isSlice = (part: string) => ![...composition, ...foundations, ...settings].includes(part)

/** The higher may import the lower. */
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

test('nothing imports upward', () => {
  const upward = imports.filter(({ from, to }) => levelOf(partOf(to)) > levelOf(partOf(from)))
  assert.deepEqual(upward.map(told), [])
})

test('a slice knows another only by its types', () => {
  const crossing = imports.filter(({ from, to, isType }) => {
    const [own, other] = [partOf(from), partOf(to)]
    return isSlice(own) && isSlice(other) && own !== other && !isType
  })
  assert.deepEqual(crossing.map(told), [])
})

test('only what wires the parts reads the settings', () => {
  const reading = imports.filter(
    ({ from, to }) =>
      to === 'config/config.ts' && !composition.includes(partOf(from)) && partOf(from) !== 'config',
  )
  assert.deepEqual(reading.map(told), [])
})

test('only config/config.ts reads the environment', () => {
  const reading = files.filter((file) => source(file).includes('process.env'))
  assert.deepEqual(reading, ['config/config.ts'])
})

/** Within a slice: what wires it, what speaks HTTP, what decides, what asks the database. */
const storeyOf = (file: string): number => {
  if (/\/slice\.ts$/.test(file)) return 4
  if (/\b(routes|pages)\.ts$/.test(file)) return 3
  return /\.store\.ts$/.test(file) ? 1 : 2
}

test('within a slice routes know rules, rules know the store, and not the other way round', () => {
  const within = imports.filter(
    ({ from, to }) => isSlice(partOf(from)) && partOf(from) === partOf(to),
  )
  const climbing = within.filter(({ from, to }) => storeyOf(to) > storeyOf(from))
  assert.deepEqual(climbing.map(told), [])
  const skipping = within.filter(({ from, to }) => storeyOf(from) === 3 && storeyOf(to) === 1)
  assert.deepEqual(skipping.map(told), [])
})

test('no file imports itself by a detour', () => {
  const values = imports.filter(({ isType }) => !isType)
  const targets = Map.groupBy(values, ({ from }) => from)
  const finished = new Set<string>()
  const visit = (file: string, path: string[]) => {
    assert.ok(!path.includes(file), [...path, file].join(' → '))
    if (finished.has(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    finished.add(file)
  }
  for (const file of files) visit(file, [])
})
