import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { pretty } from './src/webhooks/pretty.ts'
import { receiversIn } from './src/webhooks/receivers.ts'

test('the Studio shows the four receivers of the guide, which test/docs runs', () => {
  const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const receivers = receiversIn(guide)
  const languages = receivers.map(({ language }) => language)
  assert.deepEqual(languages, ['Node.js', 'Python', 'Go', 'PHP'])
  for (const { run, text } of receivers) {
    assert.match(text, new RegExp(`\\b${run.split(' ').at(-1)}\n`))
    assert.ok(text.includes('WEBHOOK_SECRET') && !text.includes('```'), text)
  }
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
