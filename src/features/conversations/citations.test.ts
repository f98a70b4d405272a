import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passageOf, readIn } from '../answers/reading.fixture.ts'
import { reportTags, withoutMarks } from '../answers/reading.ts'
import { findQuote } from './citations.ts'

const passages = [
  passageOf('Lunch is at noon.', { id: 'psg_1' }),
  passageOf('The pool opens\nat 8 o’clock – daily.', { id: 'psg_2', title: 'Pool', page: 3 }),
  passageOf('Dogs are welcome in the garden.', { id: 'psg_3', url: 'https://x.example/dogs' }),
]

const withQuotes = (text: string, quotes: Record<number, string>) =>
  `${text}\n${reportTags.begin}${JSON.stringify({ outcome: 'answered', quotes })}${reportTags.end}`

test('marks are numbered in the order of the text, and the quotes are those of the passage', () => {
  const answer = withQuotes('Dogs may come [3]. The pool opens at 8 [2], daily [2][3].', {
    2: "the pool opens at 8 o'clock - daily",
    3: 'Dogs are welcome',
  })
  for (const parts of [[answer], [...answer]]) {
    const { text, shown, citations } = readIn(parts, passages)
    assert.equal(text, 'Dogs may come [1]. The pool opens at 8 [2], daily [2][1].')
    assert.equal(shown, text)
    assert.deepEqual(
      citations.map(({ number, passage_id, quote, page, url }) => [
        number,
        passage_id,
        quote,
        page,
        url,
      ]),
      [
        [1, 'psg_3', 'Dogs are welcome', null, 'https://x.example/dogs'],
        [2, 'psg_2', 'The pool opens\nat 8 o’clock – daily', 3, null],
      ],
    )
    for (const { text: whole, quote } of citations) assert.ok(whole.includes(quote))
  }
})

test('a citation whose quote is not in the passage is dropped with its mark', () => {
  const answer = withQuotes('Lunch is at one [1]. Dogs may come [3]. It is free [2, 1].', {
    1: 'Lunch is at one.',
    3: 'Dogs are welcome in the garden',
  })
  const { text, shown, citations } = readIn([answer], passages)
  assert.equal(shown, 'Lunch is at one [1]. Dogs may come [2]. It is free [3][1].')
  assert.equal(text, 'Lunch is at one. Dogs may come [1]. It is free.')
  assert.deepEqual(
    citations.map(({ number, passage_id }) => [number, passage_id]),
    [[1, 'psg_3']],
  )
})

test('an answer without a report loses its marks, and other brackets stay', () => {
  const { text, citations } = readIn(['See [2] and [9], [2024], [x], [ ] and [1].'], passages)
  assert.equal(text, 'See and [9], [2024], [x], [ ] and.')
  assert.deepEqual(citations, [])
  // A code that knows nothing has no marks.
  assert.equal(readIn(['See [2] and [1].']).text, 'See [2] and [1].')
})

test('the number and the length of citations are limited', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    passageOf(`${'x '.repeat(3000)}fact ${index} ${'y '.repeat(3000)}`, {
      id: `psg_${index}`,
      title: 't'.repeat(500),
      headings: Array(20).fill('h'.repeat(500)),
      url: 'javascript:alert(1)',
    }),
  )
  const quotes = Object.fromEntries(
    many.map((_, index) => [index + 1, `fact ${index} ${'y '.repeat(300)}`]),
  )
  const marks = many.map((_, index) => `[${index + 1}]`).join('')
  const { text, citations } = readIn([withQuotes(`All ${marks}`, quotes)], many)
  assert.equal(citations.length, 8)
  assert.equal(text, 'All [1][2][3][4][5][6][7][8]')
  for (const { quote, text: whole, title, headings, url } of citations) {
    assert.ok(quote.length <= 300 && whole.length <= 3000 && title.length <= 200)
    assert.ok(whole.includes(quote))
    assert.ok(headings.length <= 6 && headings.every((one) => one.length <= 200))
    assert.equal(url, null)
  }
})

test('a quote is found whatever its white space, case, accents, dashes and marks of Markdown', () => {
  const text = 'Das **Frühstück** gibt es\n  von 7–10 Uhr im „Garten\u00adzimmer“. Café für alle.'
  for (const quote of [
    'Das Frühstück gibt es von 7-10 Uhr',
    'das Fru\u0308hstu\u0308ck gibt es',
    'im "Gartenzimmer"',
    '"… von 7–10 Uhr …"',
    'Cafe\u0301 für alle.',
  ]) {
    const found = findQuote(text, quote)
    assert.ok(found, quote)
    assert.ok(text.slice(found.start, found.end).length >= 8)
  }
  for (const quote of ['', ' ', '7', '..', '7-11 Uhr', 'Frühstück um sieben', 'von 710 Uhr']) {
    assert.equal(findQuote(text, quote), null, quote)
  }
  assert.deepEqual(findQuote('𝟏𝟐𝟑 Straße', '123 straße'), { start: 0, end: 13 })
})

test('marks leave the history, and nothing else', () => {
  assert.equal(withoutMarks('At 8 [1], daily [2][1]. Room [12].', 2), 'At 8, daily. Room [12].')
})
