// The records of docs/decisions: numbers are never reused, and every number leads to a record.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { root } from '../runner/phases.ts'

const folder = `${root}/docs/decisions`
/** About ten lines. Record 159 describes the whole house. */
const maxWordsOf = (file: string) => (file.startsWith('159') ? 480 : 320)
const index = readFileSync(`${folder}/README.md`, 'utf8')
const files = globSync('[0-9]*.md', { cwd: folder }).sort()

const listed = Array.from(index.matchAll(/^- \[(\d{3})\]\((\S+)\) · (.+)$/gm), (match) => {
  const [, number = '', file = '', title = ''] = match
  return { number, file, title }
})
const folded = Array.from(index.matchAll(/^\| (\d{3}) \| ([\d, ]+) \|$/gm), (match) => {
  const [, into = '', numbers = ''] = match
  return { into, numbers: numbers.split(', ') }
})

test('the index lists every record once, by its title', () => {
  assert.deepEqual(listed.map(({ file }) => file).sort(), files)
  for (const { number, file, title } of listed) {
    const [heading] = readFileSync(`${folder}/${file}`, 'utf8').split('\n')
    assert.equal(heading, `# ${number} · ${title}`)
  }
})

test('a number is used once, and a folded number leads to a record', () => {
  const records = listed.map(({ number }) => number)
  for (const { into } of folded) assert.ok(records.includes(into), into)
  const all = [...records, ...folded.flatMap(({ numbers }) => numbers)]
  assert.deepEqual(
    all.filter((number, at) => all.indexOf(number) !== at),
    [],
  )
  assert.ok(all.length > 120)
})

test('a record has a status, a context, a decision and a readable length', () => {
  for (const file of files) {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    for (const part of ['Status', 'Context', 'Decision']) {
      assert.match(text, new RegExp(`^\\*\\*${part}\\.\\*\\*`, 'm'), `${file} has no ${part}`)
    }
    const words = text.split(/\s+/).length
    assert.ok(words <= maxWordsOf(file), `${file} has ${words} words`)
  }
})

test('documents and comments name only records that exist', () => {
  const sources = globSync(
    ['*.md', 'docs/**/*.md', '{src,test,bench,web,sdk,contract}/**/*.{ts,tsx,md}'],
    { cwd: root, exclude: (path) => /node_modules|dist/.test(path) },
  )
  assert.ok(sources.length > 1000)
  const wrong = sources.flatMap((source) =>
    Array.from(
      readFileSync(`${root}/${source}`, 'utf8').matchAll(
        /decisions\/(\d{3}[\w-]*\.md)|\bdecisions? (\d{3})\b/gi,
      ),
      ([named, file, number]) => ({ named, file, number }),
    )
      .filter(({ file, number }) =>
        file ? !files.includes(file) : !files.some((one) => one.startsWith(`${number}-`)),
      )
      .map(({ named }) => `${source}: ${named}`),
  )
  assert.deepEqual(wrong, [])
})
