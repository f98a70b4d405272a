import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokensOf } from '../models/model.ts'
import { type NewPassage, piecesOf } from './split.ts'

/** A text of this number of tokens, as one word. */
const word = (tokens: number, letter = 'a') => letter.repeat(4 * tokens)
const heading = (level: number, text: string) => ({ level, text })
const paragraph = (text: string) => ({ level: 0, text })

/** Sentences of 10 tokens each. */
const sentence = (at: number) => `Sentence ${String(at).padStart(2, '0')} ${'b'.repeat(26)}. `
const sentences = (count: number) => Array.from({ length: count }, (_, at) => sentence(at))

const textsOf = (pieces: NewPassage[]) => pieces.map(({ text }) => text)
const headingsOf = (pieces: NewPassage[]) => pieces.map(({ headings }) => headings)

test('a token is four bytes, rounded up', () => {
  assert.deepEqual(['', 'a', 'abcd', 'abcde', 'üü', '早餐'].map(tokensOf), [0, 1, 1, 2, 1, 2])
})

test('paragraphs share a passage up to 400 tokens', () => {
  const [half, rest] = [word(200), word(200, 'b')]
  assert.deepEqual(textsOf(piecesOf([half, rest].map(paragraph), [])), [`${half}\n\n${rest}`])
  assert.deepEqual(textsOf(piecesOf([half, `${rest}b`].map(paragraph), [])), [half, `${rest}b`])
})

test('a section of 120 tokens has a passage of its own; a smaller one shares it with the next', () => {
  const passagesOf = (tokens: number) =>
    piecesOf(
      [heading(1, 'Spa'), paragraph(word(tokens)), heading(1, 'Bar'), paragraph('Open.')],
      [],
    )
  assert.deepEqual(passagesOf(120), [
    { headings: ['Spa'], page: null, text: word(120) },
    { headings: ['Bar'], page: null, text: 'Open.' },
  ])
  // The headings are readable in the text, because they are not those of the whole passage.
  assert.deepEqual(passagesOf(119), [
    { headings: [], page: null, text: `Spa\n\n${word(119)}\n\nBar\n\nOpen.` },
  ])
})

test('a passage of several small sections has the headings that they have in common', () => {
  const pieces = piecesOf(
    [
      heading(1, 'House'),
      heading(2, 'Spa'),
      paragraph('Warm.'),
      heading(2, 'Bar'),
      paragraph('Open.'),
      heading(3, 'Drinks'),
      paragraph('Cold.'),
    ],
    [],
  )
  assert.deepEqual(pieces, [
    { headings: ['House'], page: null, text: 'Spa\n\nWarm.\n\nBar\n\nOpen.\n\nDrinks\n\nCold.' },
  ])
})

test('a heading ends the headings of its level and below', () => {
  const long = word(150)
  const pieces = piecesOf(
    [
      [1, 'House'],
      [2, 'Spa'],
      [3, 'Sauna'],
      [2, 'Bar'],
      [1, 'Garden'],
    ].flatMap(([level, text]) => [heading(Number(level), String(text)), paragraph(long)]),
    [],
  )
  assert.deepEqual(headingsOf(pieces), [
    ['House'],
    ['House', 'Spa'],
    ['House', 'Spa', 'Sauna'],
    ['House', 'Bar'],
    ['Garden'],
  ])
})

test('a level that is left out adds no heading', () => {
  const pieces = piecesOf([heading(1, 'House'), heading(4, 'Sauna'), paragraph('Warm.')], [])
  assert.deepEqual(headingsOf(pieces), [['House', 'Sauna']])
  const levels = [heading(1, 'House'), heading(4, 'Sauna'), heading(4, 'Bar'), paragraph('Open.')]
  assert.deepEqual(headingsOf(piecesOf(levels, [])), [['House', 'Bar']])
})

test('at most 6 headings with at most 200 characters each are kept, without half characters', () => {
  const [piece] = piecesOf(
    [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => heading(level, String(level))),
      heading(9, `${'x'.repeat(199)}💥`),
      paragraph('Text.'),
    ],
    [],
  )
  assert.deepEqual(piece?.headings, ['1', '2', '3', '4', '5', `${'x'.repeat(199)}\ufffd`])
})

test('the headings of the pages before are those of the first passage, and are handed on', () => {
  const path = ['House', 'Spa']
  const pieces = piecesOf([paragraph(word(150)), heading(2, 'Bar'), paragraph('Open.')], path, 7)
  assert.deepEqual(pieces, [
    { headings: ['House', 'Spa'], page: 7, text: word(150) },
    { headings: ['House', 'Bar'], page: 7, text: 'Open.' },
  ])
  assert.deepEqual(path, ['House', 'Bar'])
})

test('a document of headings or blanks only has no passage', () => {
  assert.deepEqual(piecesOf([], []), [])
  assert.deepEqual(piecesOf([heading(1, 'House'), paragraph(' \n ')], []), [])
})

test('a long block is divided at its lines, and keeps all of them', () => {
  const lines = Array.from({ length: 10 }, (_, at) => `${at}${word(99, 'c')}`)
  assert.deepEqual(textsOf(piecesOf([paragraph(lines.join('\n'))], [])), [
    lines.slice(0, 4).join('\n'),
    lines.slice(4, 8).join('\n'),
    lines.slice(8).join('\n'),
  ])
})

test('a long line is divided between its sentences', () => {
  const all = sentences(90)
  const texts = textsOf(piecesOf([paragraph(all.join(''))], []))
  assert.deepEqual(
    texts,
    [all.slice(0, 40), all.slice(40, 80), all.slice(80)].map((some) => some.join('').trim()),
  )
})

test('a sentence of up to 400 tokens is never cut', () => {
  const all = ['A', 'B', 'C'].map((letter) => `${letter}${'b'.repeat(1197)}. `)
  assert.deepEqual(
    textsOf(piecesOf([paragraph(all.join(''))], [])),
    all.map((one) => one.trim()),
  )
  // With its blank, 400 tokens exactly.
  const long = `L${'b'.repeat(1597)}. `
  assert.deepEqual(textsOf(piecesOf([paragraph(`Short. ${long}`)], [])), ['Short.', long.trim()])
})

test('a block with one line above 400 tokens is divided at its lines first', () => {
  const all = sentences(50).join('').trim()
  const texts = textsOf(piecesOf([paragraph(`First line.\n${all}`)], []))
  assert.deepEqual([texts.length, texts[0]], [3, 'First line.'])
  assert.equal(texts.slice(1).join(' '), all)
})

test('a sentence without an end is cut between any two characters, and none is lost', () => {
  for (const text of ['x'.repeat(4001), `x${'💥'.repeat(1000)}`, '💥'.repeat(1000)]) {
    const texts = textsOf(piecesOf([paragraph(text)], []))
    assert.equal(texts.join(''), text)
    assert.ok(texts.every((one) => tokensOf(one) <= 400 && one.isWellFormed()))
  }
})
