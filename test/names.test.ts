// One name means one thing in the whole house, so an exported name is declared once. A name that is
// only read through its file, such as `store.find` or `(await import('./jobs.ts')).list`, is qualified
// by it and may occur in other files too.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesIn, importsOf, sourceOf } from './harness/checks/imports.ts'

/** Names that are declared more than once, and why they still mean one thing. */
const allowed: Record<string, string> = {
  Citation:
    'a citation as it is stored, as the SDK types it, and as the page of the visitor gets it',
  Service: 'programs that import the package see only the one of src/package.ts',
}

const folders = ['contract', 'src', 'web/studio/src', 'web/visitor']

const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm

const files = folders.flatMap((folder) => filesIn(folder).map((file) => ({ folder, file })))

const imports = files.flatMap(({ folder, file }) =>
  importsOf(folder, file).map(({ to, names }) => ({ to: join(folder, to), names })),
)

/** `contract/roles.ts#Role`, for each name that a file imports as it is. */
const imported = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to}#${name}`)))

/** The files that others import as a whole. */
const qualifying = new Set(imports.filter(({ names }) => names.length === 0).map(({ to }) => to))

const declared = files.flatMap(({ folder, file }) => {
  const path = join(folder, file)
  // A schema and its type have one name.
  const names = new Set(
    Array.from(sourceOf(folder, file).matchAll(declaration), ([, name = '']) => name),
  )
  return [...names]
    .filter((name) => imported.has(`${path}#${name}`) || !qualifying.has(path))
    .map((name) => ({ name, path }))
})

const repeated = [...Map.groupBy(declared, ({ name }) => name).values()].filter(
  ({ length }) => length > 1,
)

test('an exported name is declared once', () => {
  assert.ok(files.length > 700)
  assert.ok(declared.length > 2500)
  const found = repeated
    .flat()
    .filter(({ name }) => !(name in allowed))
    .map(({ name, path }) => `${name} in ${path}`)
  assert.deepEqual(found.sort(), [])
})

test('every name that may be declared twice is', () => {
  const names = repeated.map(([first]) => first?.name).sort()
  assert.deepEqual(
    Object.keys(allowed).filter((name) => !names.includes(name)),
    [],
  )
})
