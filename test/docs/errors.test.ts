// docs/errors.md against the codes in the sources.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { projectFile } from '../harness/service/process.ts'

const sources = globSync('src/**/*.ts', { cwd: projectFile('.') })
  .filter((path) => !/\.(test|fixture)\.|\.fixture-/.test(path))
  .map((path) => readFileSync(projectFile(path), 'utf8'))
  .join('\n')

const found = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, ...groups]) => groups)

/** `code status`; `*` for a status that the code of the source does not say. */
const inSources = new Set([
  ...found(/\bproblem\(\s*(\w+),\s*'([a-z_]+)'/g).map(
    ([status = '', code]) => `${code} ${/^\d+$/.test(status) ? status : '*'}`,
  ),
  ...found(/\btoo(?:Often|Many)\(\s*'([a-z_]+)'/g).map(([code]) => `${code} 429`),
])

const fieldCodes = new Set([
  ...found(/\binvalidField\(\s*(?:`[^`]*`|[^,]+),\s*'([a-z_]+)'/g).map(([code]) => code),
  ...found(/\bcode: '([a-z_]+)',\s*(?:rule|message)\b/g).map(([code]) => code),
])

const [catalogue = '', fields = ''] = readFileSync(projectFile('docs/errors.md'), 'utf8')
  .slice(readFileSync(projectFile('docs/errors.md'), 'utf8').indexOf('## Catalogue'))
  .split('## Codes of fields')

const codesOf = (cell: string) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code)

/** `code status` of each row; the status is in the row or in the heading. */
const inPage = catalogue.split(/^### /m).flatMap((section) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, codes = '', second = ''] = line.split('|')
      const status = /^\s*(\d{3})\s*$/.exec(second)?.[1] ?? section.slice(0, 3)
      return codesOf(codes).map((code) => `${code} ${status}`)
    }),
)

test('the catalogue of errors has every code of the service with its status, and no other', () => {
  assert.ok(inSources.size > 60)
  assert.equal(new Set(inPage).size, inPage.length, 'a code is listed twice')
  const known = (entry: string) => inSources.has(entry) || inSources.has(entry.replace(/\d+$/, '*'))
  assert.deepEqual(
    inPage.filter((entry) => !known(entry)),
    [],
    'docs/errors.md has codes that the service does not use',
  )
  assert.deepEqual(
    [...inSources].filter((entry) =>
      entry.endsWith('*')
        ? !inPage.some((one) => one.startsWith(entry.slice(0, -1)))
        : !inPage.includes(entry),
    ),
    [],
    'docs/errors.md lacks these codes: add a row for each',
  )
})

test('the catalogue of errors has every code of an invalid field', () => {
  assert.ok(fieldCodes.size > 15)
  const listed = fields
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => codesOf(line.split('|')[1] ?? ''))
  assert.deepEqual(
    [...fieldCodes].filter((code) => !listed.includes(code)),
    [],
  )
})
