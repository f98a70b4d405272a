import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { createCode } from '../../../test/harness/given.ts'
import { visitPlainly } from '../../../test/harness/scans.ts'
import { startService } from '../../../test/harness/service.ts'
import { accentStyle, drawingOf } from '../../../web/scan/looks.ts'
import { scanScript } from '../../../web/scan/script.ts'
import { scanStyle } from '../../../web/scan/style.ts'
import { scanLanguages, scanWords } from '../../../web/scan/words.ts'
import { templates } from '../../codes/codes.schema.ts'
import { contrast, parseHex } from '../../images/color.ts'

/** With everything that a code can have, as people write it. */
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

const mostBytes = 14_000

test('the whole page is one flight of packets in every language', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, fullCode)
  for (const language of scanLanguages) {
    const { bytes, headers } = await visitPlainly(service, code, {
      'Accept-Encoding': 'gzip, deflate, br',
      'Accept-Language': language,
    })
    assert.equal(headers['content-encoding'], 'br')
    t.diagnostic(`${language}: ${bytes.length} bytes`)
    assert.ok(bytes.length <= mostBytes, `${language}: ${bytes.length} bytes`)
  }
})

test('the parts of the script are one text that can be read', () => {
  assert.doesNotThrow(() => new Script(scanScript))
  assert.doesNotMatch(scanScript, /^(import|export) /m)
  assert.doesNotMatch(scanScript, /innerHTML|document\.write|eval\(/)
})

test('every template has a small drawing of its own', () => {
  const drawings = templates.map((template) => drawingOf(template).text)
  for (const drawing of drawings) assert.ok(drawing.length < 600, drawing)
  assert.equal(new Set(drawings).size, templates.length)
})

/** The colours by day and by night, as a style gives them. */
const colorsIn = (style: string, name: string): string[] =>
  Array.from(style.matchAll(new RegExp(`--${name}:(#[0-9a-f]{6})`, 'g')), ([, color = '']) => color)

const ratio = (one = '', other = '') => {
  const value = contrast(parseHex(one), parseHex(other))
  return Math.max(value, 1 / value)
}

test('whatever colour a code has, it can be read by day and by night', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
  const paper = colorsIn(scanStyle, 'paper')
  const ink = colorsIn(scanStyle, 'ink')
  for (const color of [...colors, null]) {
    const style = accentStyle('retail', color)
    for (const time of [0, 1]) {
      const accent = colorsIn(style, 'accent')[time]
      const tint = colorsIn(style, 'tint')[time]
      assert.ok(ratio(accent, paper[time]) >= 4.5, `${color} on paper`)
      assert.ok(ratio(accent, tint) >= 4.5, `${color} on its tint`)
      assert.ok(ratio(ink[time], tint) >= 7, `ink on the tint of ${color}`)
    }
  }
})

test('a colour that can be read is left as it is', () => {
  assert.equal(colorsIn(accentStyle('retail', '#0f4c81'), 'accent')[0], '#0f4c81')
  assert.equal(colorsIn(accentStyle('retail', '#ffd400'), 'accent')[1], '#ffd400')
})

test('what is muted or dangerous can be read, and the edge of a field can be seen', () => {
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

test('each language has every word, in its own words', () => {
  const sentences = scanLanguages.flatMap((language) =>
    Object.values(scanWords[language])
      .flatMap((word) => (typeof word === 'string' ? [word] : [word.title, word.text]))
      .filter((word) => word.includes(' ') || /[\u3040-\u9fff]{4}/.test(word)),
  )
  assert.ok(sentences.length > 300)
  assert.equal(new Set(sentences).size, sentences.length)
})
