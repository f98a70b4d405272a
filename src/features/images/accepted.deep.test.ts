import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { levels } from '#contract/image-styles.ts'
import { renderPng } from '../drawing/png.ts'
import { TooSmall, UnscannableStyle } from '../drawing/refusals.ts'
import { checkStyle, type ImageStyle } from '../drawing/style.ts'
import { pngLogo, svgLogo } from './logos.fixture.ts'
import { decode, pixelsOf } from './scanning.fixture.ts'

const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 150 })
const host = fc.domain({ size: 'small' })
const scanUrl = fc
  .tuple(fc.constantFrom('https', 'http'), host, fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{8}$/))
  .map(([scheme, name, id]) => `${scheme}://${name}/s/${id}`)

/** Dark and light colors more often than others, because few random pairs have enough contrast. */
const channel = fc.oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 255 }))
const hex = (value: number) => value.toString(16).padStart(2, '0')
const dark = fc.tuple(channel, channel, channel).map((rgb) => `#${rgb.map(hex).join('')}`)
const light = fc
  .tuple(channel, channel, channel)
  .map((rgb) => `#${rgb.map((value) => hex(255 - value)).join('')}`)

const anyStyle: fc.Arbitrary<ImageStyle> = fc.record({
  color: dark,
  background: light,
  dots: fc.constantFrom('square', 'rounded', 'dots'),
  eyes: fc.constantFrom('square', 'rounded', 'circle'),
  level: fc.constantFrom(...levels),
  margin: fc.integer({ min: 3, max: 17 }),
  logo: fc.constantFrom(null, null, svgLogo, pngLogo),
})

test('both decoders read every accepted style', async () => {
  let accepted = 0
  const property = fc.asyncProperty(
    fc.oneof(scanUrl, printable),
    anyStyle,
    fc.integer({ min: 64, max: 700 }),
    async (text, style, size) => {
      try {
        const checked = checkStyle(text, style)
        assert.deepEqual(checked, { ...style, level: checked.level })
        const read = await decode(pixelsOf(await renderPng(text, style, { size })))
        assert.deepEqual(read, { zxing: text, jsqr: text })
        accepted += 1
      } catch (error) {
        if (!(error instanceof UnscannableStyle || error instanceof TooSmall)) throw error
      }
    },
  )
  await fc.assert(property, { seed: 20260131, numRuns: 300 })
  assert.ok(accepted > 90, `${accepted} were accepted`)
})
