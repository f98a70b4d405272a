import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readIn } from './reading.fixture.ts'
import { reportTags } from './reading.ts'

const { begin, end } = reportTags
const report = `${begin}{"outcome":"partly","quotes":{"1":"He said \\"7\\"","12":"ten"}}${end}`

/** Every way to split a text into two parts. */
const splits = (text: string): string[][] =>
  Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)])

test('a report is removed and read at every split', () => {
  for (const answer of [
    `From seven.\n${report}`,
    `From seven.${report}\n`,
    `From seven.  ${report}`,
  ]) {
    for (const parts of [...splits(answer), [...answer]]) {
      const read = readIn(parts)
      assert.equal(read.shown.trimEnd(), 'From seven.')
      assert.equal(read.report?.outcome, 'partly')
      assert.deepEqual(Object.fromEntries(read.report?.quotes ?? []), {
        1: 'He said "7"',
        12: 'ten',
      })
      assert.equal(read.isTextComplete, true)
    }
  }
})

test('an answer without a report stays as it is, and nothing is held back but a possible tag', () => {
  const answer = 'a < b, <answer>, [1] and 5 </answer-report> \n<'
  for (const parts of splits(answer)) assert.equal(readIn(parts).shown, answer)
  const { parts, report: none } = readIn(['Hello', ' there <', 'b', '>', ' end'])
  assert.deepEqual(parts, ['Hello', ' there', ' <b', '>', ' end', ''])
  assert.equal(none, null)
})

test('a complete answer keeps a single < at its end, and loses a longer beginning of the tag', () => {
  for (let length = 1; length < begin.length; length++) {
    const { text } = readIn([`From seven. ${begin.slice(0, length)}`])
    assert.equal(text, length === 1 ? 'From seven. <' : 'From seven.', String(length))
  }
})

test('a report that is cut off at any character leaves nothing in the text', () => {
  const answer = `From seven.\n${report}`
  for (let length = 'From seven.'.length; length < answer.length; length++) {
    for (const parts of [[answer.slice(0, length)], [...answer.slice(0, length)]]) {
      const read = readIn(parts, [], false)
      assert.equal(read.text.trimEnd(), 'From seven.', String(length))
      const isRead = answer.slice(0, length).includes('"partly"')
      assert.equal(read.report?.outcome ?? null, isRead ? 'partly' : null)
    }
  }
})

test('malformed, repeated, early and unclosed reports never reach the text', () => {
  const bad = (inner: string) => `${begin}${inner}${end}`
  for (const [answer, text, outcome] of [
    [`Yes.${bad('')}`, 'Yes.', null],
    [`Yes.${bad('{"outcome":"sure"}')}`, 'Yes.', null],
    [`Yes.${bad("{'outcome': 'answered'}")}`, 'Yes.', null],
    [`Yes.${bad('{"outcome":"unknown"}')}${bad('{"outcome":"answered"}')}`, 'Yes.', 'answered'],
    [`Yes.${bad('{"outcome":"unknown"}')}${bad('nothing')}`, 'Yes.', 'unknown'],
    [`${bad('{"outcome":"answered"}')}\n\nYes.`, 'Yes.', 'answered'],
    [`Yes.${bad('{"outcome":"answered"}')}\nAnd no.`, 'Yes.\nAnd no.', 'answered'],
    [`Yes.${begin}{"outcome":"answered"`, 'Yes.', 'answered'],
    [`Yes.${begin}${begin}{"outcome":"answered"}${end}${end}`, `Yes.${end}`, 'answered'],
    [`${begin}${'x'.repeat(100_000)}`, '', null],
  ] as const) {
    for (const parts of [[answer], answer.match(/.{1,7}/gs) ?? []]) {
      const read = readIn(parts)
      assert.deepEqual(
        [read.text, read.report?.outcome ?? null],
        [text, outcome],
        answer.slice(0, 80),
      )
    }
  }
})

test('the split of an answer changes neither its text nor its report', () => {
  const pieces = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '<',
    begin,
    end,
    '{"outcome":"unknown"}',
    '[1]',
    '"',
  )
  const answers = fc.array(pieces, { maxLength: 12 }).map((some) => some.join(''))
  fc.assert(
    fc.property(answers, fc.array(fc.nat(9), { minLength: 1 }), fc.boolean(), (text, sizes, ok) => {
      const parts: string[] = []
      for (let at = 0, part = 0; at < text.length; part++) {
        const size = (sizes[part % sizes.length] ?? 0) + 1
        parts.push(text.slice(at, at + size))
        at += size
      }
      const { parts: _, ...split } = readIn(parts, [], ok)
      const { parts: __, ...whole } = readIn([text], [], ok)
      assert.deepEqual(split, whole)
      assert.ok(!whole.text.includes(begin))
    }),
    { numRuns: 2000 },
  )
})
