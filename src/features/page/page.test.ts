import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { scanLanguages } from '#contract/languages.ts'
import { templates } from '#contract/templates.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { visitPlainly } from '../../../test/harness/data/scans.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { CommandError } from '../../cli/command.ts'
import { userFixable } from '../../cli/user-fixable.ts'
import { sentencesIn } from '../conversations/sentences.ts'
import { contrast, parseHex } from '../drawing/color.ts'
import { demoWords } from '../models/demo/words/says.ts'
import { accentStyle, drawingOf } from './looks.ts'
import { readScripts, ScriptNotBuilt } from './script.ts'
import { scanStyle } from './style.ts'
import { scanWords } from './words.ts'

/** A code with every optional field, as owners write it. */
const fullCode = {
  name: 'Hotel Admiral am Alten Hafen, Restaurant und Spa',
  welcome_message:
    'Willkommen im Hotel Admiral! Ich weiß, wann es Frühstück gibt, wie der Pool geheizt ist, ' +
    'welche Fähre zur Insel fährt und wo man in der Altstadt gut isst. Fragen Sie mich einfach, ' +
    'zu jeder Tages- und Nachtzeit, und in welcher Sprache Sie wollen.',
  template: 'hospitality',
  suggestions: [
    'Wann gibt es Frühstück, und wo?',
    'Wie komme ich vom Bahnhof zum Hotel?',
    'Kann ich am Sonntag später auschecken?',
    'Welches Restaurant empfehlen Sie in der Nähe?',
  ],
  contact: { label: 'Rezeption anrufen', url: 'tel:+4940123456789' },
  style: { color: '#0f4c81' },
}

const lead_form = {
  title: 'Hinterlassen Sie uns eine Nachricht',
  fields: [
    { key: 'email', label: 'Ihre E-Mail-Adresse', type: 'email', required: true },
    { key: 'message', label: 'Ihre Nachricht', type: 'text', required: false },
  ],
  consent: 'Sie dürfen mich zu meiner Anfrage kontaktieren.',
}

/** The first packets of a connection carry 14,336 bytes. */
const maxBytes = { alone: 14_000, 'with people': 14_336 }

/** A brand, a code, and a code whose visitors reach people. */
const givenFullCodes = async (service: Service) => {
  const brand = `/v1/organizations/${await service.defaultOrganizationId()}/brand`
  await service.patch(brand, {
    name: 'Admiral Hotels & Resorts',
    privacy_url: 'https://www.admiral-hotels.example/datenschutz',
  })
  await service.request('PUT', `${brand}/logo`, {
    rawBody:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    headers: { 'Content-Type': 'image/svg+xml' },
  })
  const alone = await createCode(service, fullCode)
  const handoff = { enabled: true, wait_seconds: 600 }
  return { alone, 'with people': await createCode(service, { ...fullCode, handoff, lead_form }) }
}

test('the page fits into the first packets in every language, with a brand and people too', async (t) => {
  const service = await startService(t)
  const codes = await givenFullCodes(service)
  for (const [encoding, accepted] of [
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, deflate'],
  ] as const) {
    for (const kind of ['alone', 'with people'] as const) {
      for (const language of scanLanguages) {
        const { bytes, headers } = await visitPlainly(service, codes[kind], {
          'Accept-Encoding': accepted,
          'Accept-Language': language,
        })
        assert.equal(headers['content-encoding'], encoding)
        const size = `${kind}, ${language}, ${encoding}: ${bytes.length} bytes`
        t.diagnostic(size)
        assert.ok(bytes.length <= maxBytes[kind], size)
      }
    }
  }
})

test('the script is one file, and no script makes markup of a text', () => {
  const { script, later } = readScripts()
  assert.doesNotThrow(() => new Script(script))
  // Only `import(…)`, for what is loaded on first use.
  assert.doesNotMatch(script, /\bimport\b(?!\()|\bexport\b/)
  assert.doesNotMatch(later, /\bimport\b/)
  assert.doesNotMatch(script + later, /innerHTML|document\.write|eval\(/)
})

test('a missing script stops the start with the command that builds it', () => {
  const missing = new URL('missing.js', import.meta.url)
  assert.throws(() => readScripts(missing), ScriptNotBuilt)
  const error = userFixable(new ScriptNotBuilt())
  assert.ok(error instanceof CommandError)
  assert.match(error.message, /npm run build/)
})

test('every template has its own small drawing', () => {
  const drawings = templates.map((template) => drawingOf(template).text)
  for (const drawing of drawings) assert.ok(drawing.length < 600, drawing)
  assert.equal(new Set(drawings).size, templates.length)
})

/** The colours by day and by night in a style. */
const colorsIn = (style: string, name: string): string[] =>
  Array.from(style.matchAll(new RegExp(`--${name}:(#[0-9a-f]{6})`, 'g')), ([, color = '']) => color)

const ratio = (one = '', other = '') => {
  const value = contrast(parseHex(one), parseHex(other))
  return Math.max(value, 1 / value)
}

test('every colour of a code becomes readable by day and by night', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
  const paper = colorsIn(scanStyle, 'paper')
  const ink = colorsIn(scanStyle, 'ink')
  const all = [
    ...colors.map((color) => ['retail', color] as const),
    ...templates.map((template) => [template, null] as const),
  ]
  for (const [template, color] of all) {
    const style = accentStyle(template, color)
    for (const time of [0, 1]) {
      const accent = colorsIn(style, 'accent')[time]
      const tint = colorsIn(style, 'tint')[time]
      assert.ok(ratio(accent, paper[time]) >= 4.5, `${color ?? template} on paper`)
      assert.ok(ratio(accent, tint) >= 4.5, `${color ?? template} on its tint`)
      assert.ok(ratio(ink[time], tint) >= 7, `ink on the tint of ${color ?? template}`)
    }
  }
})

test('a readable colour is not changed', () => {
  assert.equal(colorsIn(accentStyle('retail', '#0f4c81'), 'accent')[0], '#0f4c81')
  assert.equal(colorsIn(accentStyle('retail', '#ffd400'), 'accent')[1], '#ffd400')
})

test('muted and warning text is readable, and the border of a field is visible', () => {
  const paper = colorsIn(scanStyle, 'paper')
  for (const [name, least] of [
    ['muted', 4.5],
    ['danger', 4.5],
    ['field', 3],
  ] as const) {
    for (const time of [0, 1]) {
      assert.ok(ratio(colorsIn(scanStyle, name)[time], paper[time]) >= least, `${name} ${time}`)
    }
  }
})

test('French signs stay on the line of their word', () => {
  const texts = JSON.stringify([scanWords.fr, sentencesIn('fr'), demoWords.fr])
  assert.deepEqual(texts.match(/\S* [:;?!»]|« \S*/g), null)
  assert.match(texts, /\u00a0\?/)
})

test('no two languages share a sentence', () => {
  const sentences = scanLanguages.flatMap((language) =>
    Object.values(scanWords[language])
      .flatMap((word) => (typeof word === 'string' ? [word] : [word.title, word.text]))
      .filter((word) => word.includes(' ') || /[\u3040-\u9fff]{4}/.test(word)),
  )
  assert.ok(sentences.length > 300)
  assert.equal(new Set(sentences).size, sentences.length)
})
