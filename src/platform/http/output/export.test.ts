import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvLine } from './export.ts'

/** The content that a spreadsheet reads from the only cell of a line. */
const cellOf = (value: unknown): string => {
  const line = csvLine([value]).replace(/\r\n$/, '')
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}

const signs = [...'=+-@', ...'＝＋－＠', ...'﹦﹢﹣﹫', ...'⁼⁺⁻₌₊₋']
const skipped = ['', ' ', '\t', '\r', '\n', '\u00a0', '\u3000', '\u2003', '\ufeff', '\u200b', '\0']

test('a cell that begins like a formula is prefixed, also after white space and in variants', () => {
  const leading = fc.array(fc.constantFrom(...skipped), { maxLength: 5 }).map((all) => all.join(''))
  fc.assert(
    fc.property(leading, fc.constantFrom(...signs), fc.string(), (blank, sign, rest) => {
      const text = `${blank}${sign}${rest}`
      assert.equal(cellOf(text), `'${text}`)
    }),
  )
})

test('a cell that begins with a letter, a digit or a bracket stays unchanged', () => {
  for (const text of ['a=1', ' 5-3', '(=)', 'ä@b', '日本', '🏨 =1', '{"a":"=1"}', '']) {
    assert.equal(cellOf(text), text)
  }
})

test('no text creates a second cell or a second line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.ok([text, `'${text}`].includes(cellOf(text)))
    }),
  )
})
