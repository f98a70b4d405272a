// Files move. Text that names them is read by people and by shells, and no compiler checks it.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { root } from './runner/phases.ts'

/** It describes former states. */
const history = 'CHANGELOG.md'

/** Paths from the top of the project; the Studio and the SDKs name theirs from their own folder. */
const pathsIn = (text: string) =>
  Array.from(text.matchAll(/(?<![\w./:-])(src|test)\/[\w./*{}-]*[\w*}]/g), ([path]) => path).filter(
    (path) => !/[*{]/.test(path),
  )

test('every path that documents, scripts and comments name exists', () => {
  const files = globSync(
    ['*.md', 'docs/**/*.md', '{test,bench,release,deploy,bin}/**/*.{ts,js,sh,md}', 'src/**/*.ts'],
    { cwd: root },
  )
  assert.ok(files.length > 1000)
  const wrong = files.flatMap((file) => {
    if (file === history) return []
    return pathsIn(readFileSync(`${root}/${file}`, 'utf8'))
      .filter((path) => !existsSync(`${root}/${path}`))
      .map((path) => `${file} names ${path}`)
  })
  assert.deepEqual(wrong, [])
})

test('docs/walks.md names functions that are in the named files', () => {
  const steps = readFileSync(`${root}/docs/walks.md`, 'utf8').match(/^ *(features|platform)\/.*/gm)
  assert.ok((steps?.length ?? 0) > 50)
  const wrong = steps?.filter((step) => {
    const [path = '', text = ''] = step.trim().split(/ {2,}/)
    const file = `${root}/src/${path}`
    if (!existsSync(file)) return true
    const source = readFileSync(file, 'utf8')
    return text.match(/\b[a-z]+[A-Z]\w*/g)?.some((name) => !source.includes(name))
  })
  assert.deepEqual(wrong, [])
})
