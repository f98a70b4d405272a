import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { projectFile } from '../platform/kit/project.ts'
import { safeText } from '../platform/kit/terminal.ts'
import { jsonText, oneLine } from './command.ts'

const hostile = 'a\u001b]0;title\u0007b\u001b[2Jc\rd\u009b1Ae\u202ef\u007f'

test('control characters of other people do not reach the terminal', () => {
  assert.equal(safeText(hostile), 'a\ufffd]0;title\ufffdb\ufffd[2Jc\ufffdd\ufffd1Ae\ufffdf\ufffd')
  assert.equal(safeText('tab\tand\nline, Grüße 🏨'), 'tab\tand\nline, Grüße 🏨')
  assert.equal(oneLine('two\n  lines'), 'two lines')
})

test('JSON for a terminal has the same value, without control characters', () => {
  const json = jsonText({ hostile })
  assert.deepEqual(JSON.parse(json), { hostile })
  assert.equal(safeText(json), json)
})

test('commands write to the terminal only through print and note', () => {
  const folder = fileURLToPath(projectFile('src'))
  const files = readdirSync(join(folder, 'cli'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'command.ts')
    .map((file) => join('cli', file))
  assert.ok(files.length > 20)
  for (const file of [...files, 'main.ts']) {
    const text = readFileSync(join(folder, file), 'utf8')
    assert.doesNotMatch(text, /process\.std(?:out|err)\.write|console\./, file)
  }
})
