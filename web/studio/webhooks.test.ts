import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { pretty } from './src/webhooks/pretty.ts'
import { snippets } from './src/webhooks/snippets.ts'

const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

/** The receivers of the guide, by the language named above each. */
const receivers = new Map(
  [...guide.matchAll(/^\*\*([\w.]+)\*\*: [^\n]*\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, language = '', text = '']) => [language, text] as const,
  ),
)

/** Without indentation: what stands within something there stands alone here. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

for (const [language, text] of Object.entries(snippets)) {
  test(`what verifies in ${language} is what the guide says, line by line`, () => {
    const lines = linesOf(receivers.get(language) ?? '')
    assert.ok(lines.length > 10, `the guide has no receiver in ${language}`)
    let place = -1
    for (const line of linesOf(text)) {
      place = lines.indexOf(line, place + 1)
      assert.notEqual(place, -1, `not in the guide, or in another order: ${line}`)
    }
  })
}

test('the readable form of any JSON is laid out as JSON.stringify does it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(pretty(JSON.stringify(value)), JSON.stringify(value, null, 2))
    }),
  )
})

test('in the readable form every value stays as it was written', () => {
  assert.equal(
    pretty('{"price": 1.0,"id":12345678901234567890,"none":[],"s":"a\\"{,:}"}'),
    '{\n  "price": 1.0,\n  "id": 12345678901234567890,\n  "none": [],\n  "s": "a\\"{,:}"\n}',
  )
})
