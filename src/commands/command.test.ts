import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styleText } from 'node:util'
import { jsonText, oneLine, safeText } from './command.ts'

const hostile = 'a\u001b]0;title\u0007b\u001b[2Jc\rd\u009b1Ae\u202ef\u007f'

test('control characters of other people do not reach the terminal', () => {
  assert.equal(safeText(hostile), 'a\ufffd]0;title\ufffdb\ufffd[2Jc\ufffdd\ufffd1Ae\ufffdf\ufffd')
  assert.equal(safeText('tab\tand\nline, Grüße 🏨'), 'tab\tand\nline, Grüße 🏨')
  assert.equal(oneLine('two\n  lines'), 'two lines')
})

test('the colours of the command itself reach the terminal', () => {
  for (const style of ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const) {
    const text = styleText(style, 'text', { validateStream: false })
    assert.equal(safeText(text), text, style)
  }
})

test('JSON for a terminal has the same value, without control characters', () => {
  const json = jsonText({ hostile })
  assert.deepEqual(JSON.parse(json), { hostile })
  assert.equal(safeText(json), json)
})
