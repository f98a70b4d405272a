import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { root } from '../runner/phases.ts'

test('the lines of every planted fault occur once in the rules', () => {
  const faults: { name: string; before: string }[] = JSON.parse(
    readFileSync(`${root}/test/mutants/mutants.json`, 'utf8'),
  )
  assert.ok(faults.length >= 120)
  const sources = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => `\n${readFileSync(`${root}/${file}`, 'utf8')}`)
  const wrong = faults.filter(({ before }) => {
    const places = sources.flatMap((source) => source.split(`\n${before}\n`).slice(1))
    return places.length !== 1
  })
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  )
})
