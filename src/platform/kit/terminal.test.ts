import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styleText } from 'node:util'
import { paint, safeJsonLine, safeText, type TerminalStyle } from './terminal.ts'

const styles: TerminalStyle[] = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan']
const always = { validateStream: false }

test('the colours of the command itself reach the terminal, and those of other people do not', () => {
  for (const style of styles) {
    const painted = styleText(style, 'text', always)
    assert.equal(safeText(paint(style, 'text', always)), painted, style)
    const foreign = safeText(painted)
    assert.ok(!foreign.includes('\u001b'), style)
    const name = safeText(`${paint(style, 'name', always)} ${painted}`)
    assert.equal(name, `${styleText(style, 'name', always)} ${foreign}`)
    // Also inside of a painted text.
    const inside = safeText(paint('dim', painted, always))
    assert.equal(inside, styleText('dim', foreign, always))
  }
})

test('every control character and every override of the direction is replaced', () => {
  const isAllowed = (code: number) => code === 0x09 || code === 0x0a
  const codes = [...Array(0xa0).keys()].filter((code) => code < 0x20 || code >= 0x7f)
  const bidi = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  for (const code of [...codes, ...bidi]) {
    const character = String.fromCharCode(code)
    const shown = safeText(`a${character}b`)
    assert.equal(shown, isAllowed(code) ? `a${character}b` : 'a\ufffdb', code.toString(16))
  }
})

test('a log line for a terminal has the same fields, with safe texts at every depth', () => {
  const hostile = 'a\u001b[31mb\u009b2Jc\rd\u202ee'
  const line = { level: 30, msg: hostile, err: { message: hostile, stack: `${hostile}\n  at x` } }
  const text = safeJsonLine(`${JSON.stringify(line)}\n`)
  assert.ok(text.endsWith('\n'))
  const safe = 'a\ufffd[31mb\ufffd2Jc\ufffdd\ufffde'
  assert.deepEqual(JSON.parse(text), {
    level: 30,
    msg: safe,
    err: { message: safe, stack: `${safe}\n  at x` },
  })
})
