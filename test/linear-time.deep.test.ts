// Every function that reads a caller's text takes linear time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parser, parser_end, parser_write } from 'streaming-markdown'
import { scanLanguages } from '#contract/languages.ts'
import { nextPath } from '../src/features/accounts/pages.ts'
import { asksForPerson, claimsHandover } from '../src/features/answers/claims.ts'
import { passageOf, readIn } from '../src/features/answers/reading.fixture.ts'
import { findQuote } from '../src/features/conversations/citations.ts'
import { loadResvg, simplify } from '../src/features/drawing/logo.ts'
import { checkSvg } from '../src/features/drawing/logo-svg.ts'
import { cases } from '../src/features/models/demo/answers.fixture.ts'
import { answerDemo, search } from '../src/features/models/demo/answers.ts'
import { factsOf, passageFacts, sentencesOf } from '../src/features/models/demo/facts.ts'
import { loadFont } from '../src/features/printing/font.ts'
import { captionOf, fitText, tidyText, wrap } from '../src/features/printing/lines.ts'
import { deviceClass, isScan } from '../src/features/visitor/scan-headers.ts'
import { browserOf } from '../src/platform/http/cause.ts'
import { csvLine } from '../src/platform/http/output/export.ts'
import { pickEncoding } from '../src/platform/http/output/static-files.ts'
import { html } from '../src/platform/kit/html.ts'
import { isEmail } from '../src/platform/text/email.ts'
import { termsOf, unitsOf } from '../src/platform/text/terms.ts'
import { foldForSearch, isText, pickLanguage, slugify } from '../src/platform/text/text.ts'
import { metadataKey } from '../web/studio/src/codes/import/columns.ts'
import { parseCsv } from '../web/studio/src/codes/import/csv.ts'
import { contactAddress } from '../web/studio/src/ui/code/contact-address.ts'
import { boundRuns } from '../web/visitor/runs.ts'
import { isWithin } from './harness/checks/duration.ts'
import { complaint, repeated, shortestMs, signs, unitsByLanguage } from './harness/checks/linear.ts'

const font = loadFont()
const pieceRoom = { width: 60, height: 20, largest: 8, smallest: 1.8, maxLines: 2 }
await loadResvg()
const readSvg = (content: string) =>
  simplify(
    checkSvg(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`),
    ),
  )
const hotel = cases['a hotel, in English']?.prompt ?? ''
const ask = (prompt: string, text: string, language = 'en') =>
  answerDemo({ prompt, language, messages: [{ role: 'visitor', text }] })

/** The time of a refusal is measured too. */
const attempt = (run: () => unknown) => {
  try {
    run()
  } catch {}
}

const nothing = () => undefined
const renderer = {
  add_token: nothing,
  end_token: nothing,
  add_text: nothing,
  set_attr: nothing,
  data: undefined,
}

const readers: Record<string, (text: string) => unknown> = {
  'the demo responder, of a message': (text) => ask(hotel, text),
  'the demo responder, of a prompt': (text) => factsOf(text),
  'the claims of an answer': claimsHandover,
  'the wish for a person': asksForPerson,
  'sentences of a prompt': sentencesOf,
  'the terms of a text': termsOf,
  'the search': (text) => search(passageFacts(passageOf(text), 0), unitsOf(text), []),
  'the sentences of a passage': (text) => passageFacts(passageOf(text), 0),
  'the report of an answer': (text) => readIn([text, text], [passageOf(text)]),
  'a quote': (text) => findQuote(text, text),
  HTML: (text) => html`<p title="${text}">${text}</p>`.text,
  'the fold of a search': foldForSearch,
  'a slug': slugify,
  'an address of mail': isEmail,
  'the rules of text': isText,
  'Accept-Language': (text) => pickLanguage(text, scanLanguages),
  'Accept-Encoding': (text) => pickEncoding(text),
  'a user agent': (text) => [
    isScan('GET', { 'user-agent': text }),
    deviceClass(text),
    browserOf(text),
  ],
  'where a sign-in leads': (text) => nextPath({ next: text }),
  'a line of CSV': (text) => csvLine([text, { text }]),
  'a file of CSV': parseCsv,
  'a column of an import': metadataKey,
  'a contact': contactAddress,
  'the caption of a sheet': (text) => wrap(captionOf(text, text, font), 20, 2, font),
  'a text on a printed piece': (text) => fitText(tidyText(text), pieceRoom, font),
  'an SVG': (text) => {
    attempt(() => checkSvg(Buffer.from(`<svg>${text}`)))
    attempt(() => checkSvg(Buffer.from(`<svg ${text}`)))
    attempt(() => checkSvg(Buffer.from(`<svg a="${text}"/>`)))
  },
  'a path': (text) => attempt(() => readSvg(`<path d="M0 0L${text}"/>`)),
  'a transform': (text) => attempt(() => readSvg(`<g transform="${text}"/>`)),
  'a style sheet': (text) => attempt(() => readSvg(`<style>${text}</style>`)),
}

/**
 * The demo responder does more work per character, so it is measured up to the maximum length of
 * input.
 */
const lengthFor = (name: string): number => (/demo|search|terms/.test(name) ? 1000 : 4000)
const units = [...unitsByLanguage.flatMap(([, ofLanguage]) => ofLanguage), ...signs]

for (const [name, read] of Object.entries(readers)) {
  const length = lengthFor(name)
  test(`linear time: ${name}`, () => {
    for (const unit of units) {
      assert.equal(
        complaint(read, (size) => repeated(unit, size), length),
        null,
      )
    }
    // Repeated units between a beginning and an end that do not repeat.
    const any = fc.constantFrom(...units)
    fc.assert(
      fc.property(any, fc.array(any, { minLength: 2, maxLength: 4 }), any, (start, parts, end) => {
        const textOf = (size: number) => `${start}${repeated(parts.join(''), size)}${end}`
        assert.equal(complaint(read, textOf, length), null)
      }),
      { numRuns: 25, seed: 12 },
    )
  })
}

/** As the visitor's page renders an answer, part by part. */
const showAnswer = (text: string) => {
  const stream = parser(renderer)
  const bounded = boundRuns()
  for (let at = 0; at < text.length; at += 20) {
    parser_write(stream, bounded(text.slice(at, at + 20)))
  }
  parser_end(stream)
}

/** Measured again only when the first run, which includes compilation, was too slow. */
const assertQuick = (run: () => void, maxMs: number, unit: string) => {
  if (shortestMs(run, 1) < maxMs) return
  const ms = shortestMs(run)
  assert.ok(isWithin(ms, maxMs), `${ms} ms for ${unit}`)
}

test("the visitor's page shows the longest answer in less than 50 ms", () => {
  for (const unit of units) {
    assertQuick(() => showAnswer(repeated(unit, 16_000)), 50, unit)
  }
})

test("the visitor's page shows long runs of a sign in linear time", () => {
  for (const unit of ['*', '_', '-', '`', '1', ' ', '- ', '***', '#', '|', '~']) {
    assert.equal(
      complaint(showAnswer, (size) => repeated(unit, size), 64_000),
      null,
    )
  }
})

test('the demo responder reads the longest prompt quickly', () => {
  const sentences = unitsByLanguage.map(([, ofLanguage]) => ofLanguage.at(-1) ?? '')
  const all = [...sentences, '#', '# ', '. A', '1. ', 'ع', '- x\n', 'Never tell a1.\n']
  for (const unit of all) {
    const prompt = repeated(unit, 32_000)
    assertQuick(() => factsOf(prompt), 150, unit)
  }
})

test('the demo responder needs less than 50 ms for the longest message in any language', () => {
  for (const [language, ofLanguage] of unitsByLanguage) {
    for (const unit of ofLanguage) {
      const text = repeated(unit, 4000)
      assertQuick(() => ask(hotel, text, language), 50, unit)
    }
  }
})
