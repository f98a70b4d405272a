import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { parse, textOf, visitAll } from '../../test/harness/checks/expressions.ts'
import { hourMs, minuteMs, secondMs } from '../platform/kit/clock.ts'
import { loops } from './schedule.ts'

const root = new URL('../../', import.meta.url)

const files = globSync(['src/features/**/*.ts', 'src/service/**/*.ts'], {
  cwd: fileURLToPath(root),
}).filter((file) => !/\.(test|fixture)\.ts$/.test(file))

const nameOf = (node: ts.Node): string | undefined =>
  node.parent && ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : undefined

/** Whether a call starts `setInterval`, or a `setTimeout` that runs the function around it again. */
const isRepeating = (node: ts.Node): boolean => {
  if (!ts.isCallExpression(node)) return false
  const called = node.expression.getText().split('.').at(-1)
  if (called === 'setInterval') return true
  const [callback] = node.arguments
  if (called !== 'setTimeout' || !callback || !ts.isIdentifier(callback)) return false
  return ts.findAncestor(node, (one) => nameOf(one) === callback.text) !== undefined
}

/** Timers that repeat outside of the table, and why. */
const allowed: Record<string, string> = {
  'src/features/scans/recorder.ts':
    'It runs only while scans wait to be stored, and answers those that have waited too long.',
}

test('no feature starts a repeating timer that is not in the table of loops', () => {
  const repeating = files.filter((path) => {
    if (!/setInterval|setTimeout/.test(textOf(path))) return false
    let isFound = false
    visitAll(parse(path), (node) => {
      isFound ||= isRepeating(node)
    })
    return isFound
  })
  assert.deepEqual(repeating.sort(), Object.keys(allowed))
})

test('only the schedule starts workers', () => {
  const starting = files.filter((path) => /\beveryMs\b/.test(textOf(path)))
  assert.deepEqual(starting, ['src/service/schedule.ts'])
})

const units: [string, number][] = [
  ['h', hourMs],
  ['min', minuteMs],
  ['s', secondMs],
]

/** As in `5 s`, `1 min`. */
const readable = (ms: number): string => {
  const [unit, length] = units.find(([, one]) => ms % one === 0) ?? ['ms', 1]
  return `${ms / length} ${unit}`
}

test('docs/operations.md shows every loop with its period and its processes', () => {
  const page = readFileSync(new URL('docs/operations.md', root), 'utf8')
  const [, section = ''] = page.split('## Background loops\n')
  const [table = ''] = section.split('\n## ')
  const shown = [...table.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|/gm)].map((row) =>
    row.slice(1, 4),
  )
  const expected = Object.entries(loops).map(([name, { everyMs, runsIn }]) => [
    name,
    readable(everyMs),
    runsIn,
  ])
  assert.deepEqual(shown, expected)
})
