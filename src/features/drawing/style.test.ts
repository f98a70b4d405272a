import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pngLogo, scanUrl, svgLogo } from '../images/logos.fixture.ts'
import { UnscannableStyle } from './refusals.ts'
import { checkStyle, type ImageStyle } from './style.ts'

const refusal = (style: Partial<ImageStyle>, text = scanUrl): UnscannableStyle => {
  try {
    checkStyle(text, style)
  } catch (error) {
    if (error instanceof UnscannableStyle) return error
    throw error
  }
  return assert.fail('It was accepted.')
}

test('an omitted field has its default', () => {
  assert.deepEqual(checkStyle(scanUrl, { dots: 'dots' }), {
    color: '#000000',
    background: '#ffffff',
    dots: 'dots',
    eyes: 'square',
    level: 'M',
    margin: 4,
    logo: null,
  })
})

test('a contrast of 4:1 is accepted, a lower one is refused with the ratio', () => {
  for (const color of ['#000000', '#0f6b5c', '#7f7f7f', '#ff0000', '#5a7a00']) {
    if (color === '#ff0000') assert.equal(refusal({ color }).code, 'low_contrast')
    else checkStyle(scanUrl, { color })
  }
  const { field, code, message } = refusal({ color: '#808080' })
  assert.deepEqual([field, code], ['color', 'low_contrast'])
  assert.match(message, /3\.9:1.*darker color or a lighter background/)
})

test('a light code on a dark background is refused', () => {
  const { code, message } = refusal({ color: '#ffffff', background: '#000000' })
  assert.equal(code, 'low_contrast')
  assert.match(message, /must be darker/)
})

test('an invalid color is refused', () => {
  for (const color of ['red', '#fff', '#12345g', '']) {
    assert.deepEqual(
      [refusal({ color }).field, refusal({ color }).code],
      ['color', 'invalid_color'],
    )
    assert.equal(refusal({ background: color }).field, 'background')
  }
})

test('a margin below 4 or above 16 modules is refused, with the reason', () => {
  for (const margin of [0, 3, 17, 4.5, Number.NaN]) {
    const { field, code, message } = refusal({ margin })
    assert.deepEqual([field, code], ['margin', 'invalid_margin'])
    assert.match(message, /quiet zone/)
  }
  for (const margin of [4, 16]) assert.equal(checkStyle(scanUrl, { margin }).margin, margin)
})

test('a text that does not fit at its level is refused', () => {
  checkStyle('x'.repeat(2331), { level: 'M' })
  const { field, code, message } = refusal({ level: 'M' }, 'x'.repeat(2332))
  assert.deepEqual([field, code], ['level', 'text_too_long'])
  assert.match(message, /2332 bytes/)
})

test('a logo raises the level only as far as needed', () => {
  const levelFor = (style: Partial<ImageStyle>, text = scanUrl) => checkStyle(text, style).level
  for (const logo of [svgLogo, pngLogo]) {
    assert.equal(levelFor({ logo, level: 'L' }), 'Q')
    assert.equal(levelFor({ logo, level: 'M' }), 'Q')
    assert.equal(levelFor({ logo, level: 'Q' }), 'Q')
    assert.equal(levelFor({ logo, level: 'H' }), 'H')
    assert.equal(levelFor({ logo, level: 'M' }, scanUrl.padEnd(80, 'x')), 'M')
  }
})

test('checking a checked style does not change it', () => {
  const once = checkStyle(scanUrl, { logo: svgLogo, level: 'L' })
  assert.deepEqual(checkStyle(scanUrl, once), once)
})

test('the shortest addresses have room for a logo too', () => {
  for (let length = 1; length <= 84; length++) {
    checkStyle('x'.repeat(length), { logo: svgLogo })
  }
})

test('a logo on a URL that is too long for it is refused, with a proposal', () => {
  const long = scanUrl.padEnd(120, 'x')
  const { field, code, message } = refusal({ logo: svgLogo }, long)
  assert.deepEqual([field, code], ['logo', 'logo_eats_error_correction'])
  assert.match(message, /120 bytes.*shorter address or no logo/)
  const tooHigh = refusal({ logo: svgLogo, level: 'H' }, scanUrl.padEnd(80, 'x'))
  assert.match(tooHigh.message, /Use level M\./)
})
