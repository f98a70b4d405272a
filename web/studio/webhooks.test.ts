import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { pretty } from './src/webhooks/pretty.ts'
import { snippets } from './src/webhooks/snippets.ts'

const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

/** The receivers of the guide, which test/docs runs, by the language named above each. */
const receivers = Object.fromEntries(
  [...guide.matchAll(/^\*\*([\w.]+)\*\*: `([^`]*)`\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, language = '', run, text]) => [language, { run, text }],
  ),
)

test('the receivers in the Studio are those of the guide, word for word', () => {
  assert.deepEqual(snippets, receivers)
})

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
