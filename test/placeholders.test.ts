import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillIn, placeholdersIn } from '#contract/placeholders.ts'

test('a placeholder is found once, in the order of the texts', () => {
  assert.deepEqual(
    placeholdersIn(
      'The network is [your Wi-Fi name], the password is [your Wi-Fi password].',
      'Welcome to [your café]! Ask for [your Wi-Fi name].',
      'Öffnungszeiten: [Ihre Öffnungszeiten], Leitung: [Name Ihrer Chefin], [Ihrem Team]',
    ),
    [
      '[your Wi-Fi name]',
      '[your Wi-Fi password]',
      '[your café]',
      '[Ihre Öffnungszeiten]',
      '[Ihrem Team]',
    ],
  )
})

test('ordinary square brackets and Markdown links are no placeholders', () => {
  const prompt = `Options: [1], [x], [ ], [sic], [a-z]+, [], [your], [yours truly], [Ihrige Wahl].
See [your order](https://shop.example/orders), ![your logo](logo.png) and [your bill][bill].
[text][your bill]
[your bill]: https://shop.example/bill
JSON: {"list": ["your", "own"]}, nested: [[your list]], two lines: [your
address], unclosed: [your address`
  assert.deepEqual(placeholdersIn(prompt), ['[your list]'])
  assert.equal(fillIn(prompt, { '[your bill]': 'x', '[your order]': 'y' }), prompt)
})

test('a colon after a placeholder is text, unless the placeholder begins its line', () => {
  assert.deepEqual(placeholdersIn('In [your shop]: cash only'), ['[your shop]'])
  assert.deepEqual(placeholdersIn('[your shop]: https://shop.example'), [])
})

test('filling in replaces each place; an empty or unknown value leaves it open', () => {
  const text = '[your café], [your café], [your address], [your hours].'
  assert.equal(
    fillIn(text, { '[your café]': ' $& Sonne ', '[your address]': '  ' }),
    '$& Sonne, $& Sonne, [your address], [your hours].',
  )
  // A value is text: it opens no further placeholder in this round, and no inherited name counts.
  assert.equal(fillIn('[your a]', { '[your a]': '[your b]', '[your b]': 'c' }), '[your b]')
  assert.equal(fillIn('[your constructor]', {}), '[your constructor]')
})
