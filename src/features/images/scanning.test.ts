import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levels } from '#contract/image-styles.ts'
import { combinations } from '../../../test/harness/checks/depth.ts'
import { renderPng } from '../drawing/png.ts'
import { TooSmall } from '../drawing/refusals.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { newRandom, pngLogo, svgLogo } from './logos.fixture.ts'
import { camera, decode, decodeBytes, pixelsOf } from './scanning.fixture.ts'

const dotShapes = ['square', 'rounded', 'dots'] as const
const eyeShapes = ['square', 'rounded', 'circle'] as const
const logos = [null, pngLogo, svgLogo]
const sizes = [129, 256, 333, 512, 801]

const random = newRandom(7)
const newText = (): string => {
  const id = Math.floor(random() * 2 ** 40).toString(32)
  return `https://${'qpr.example.com'.slice(Math.floor(random() * 8))}/s/${id}`
}

const smallestSize = async (text: string, style: Partial<ImageStyle>): Promise<number> => {
  try {
    await renderPng(text, style, { size: 1 })
  } catch (error) {
    if (error instanceof TooSmall) return error.smallest
    throw error
  }
  return assert.fail('One pixel was enough.')
}

const assertReads = async (text: string, style: Partial<ImageStyle>, size: number) => {
  const read = await decode(pixelsOf(await renderPng(text, style, { size })))
  assert.deepEqual(read, { zxing: text, jsqr: text }, `${text} at ${size} pixels`)
}

// In the short form each value occurs; the pictures of the parts do not depend on each other.
test('both decoders read every shape, level and logo, at the smallest size', async () => {
  for (const style of combinations({
    dots: dotShapes,
    eyes: eyeShapes,
    level: levels,
    logo: logos,
  })) {
    const text = newText()
    await assertReads(text, style, await smallestSize(text, style))
  }
})

test('both decoders read every shape and logo at any size', async () => {
  const values = { size: sizes, dots: dotShapes, eyes: eyeShapes, logo: logos }
  for (const { size, ...style } of combinations(values)) await assertReads(newText(), style, size)
})

test('both decoders read every shape and logo as a camera sees it', async (t) => {
  const values = { name: Object.keys(camera), dots: dotShapes, eyes: eyeShapes, logo: logos }
  for (const { name, ...style } of combinations(values)) {
    const { dots, eyes, logo } = style
    await t.test([name, dots, eyes, logo?.mediaType].join(', '), async () => {
      const text = newText()
      const pixels = pixelsOf(await renderPng(text, style, { size: 400 }))
      const read = await decode(camera[name]?.(pixels) ?? assert.fail())
      assert.deepEqual(read, { zxing: text, jsqr: text }, text)
    })
  }
})

test('both decoders read the lowest contrast that is allowed', async () => {
  const colors = [
    ['#7f7f7f', '#ffffff'],
    ['#000000', '#7d7d7d'],
    ['#00007f', '#7f9fbf'],
    ['#bf0000', '#efefdf'],
  ] as const
  for (const { pair, dots } of combinations({ pair: colors, dots: dotShapes })) {
    const [color, background] = pair
    await assertReads(newText(), { color, background, dots, eyes: 'circle' }, 200)
  }
})

test('both decoders read long texts, up to the largest version that fits 512 pixels', async () => {
  for (const { length, dots } of combinations({
    length: [100, 300, 1000, 2000],
    dots: dotShapes,
  })) {
    await assertReads('https://qpr.example.com/'.padEnd(length, 'abc-1'), { dots, level: 'L' }, 512)
  }
})

test('text beyond ASCII is encoded byte for byte', async () => {
  for (const text of [
    'https://münchen.example/s/ä',
    '北京 🏨',
    '\u00ff\u0080',
    'A1',
    '0123456789',
    'a',
  ]) {
    const read = await decodeBytes(pixelsOf(await renderPng(text, {}, { size: 300 })))
    assert.deepEqual(read, [Buffer.from(text), Buffer.from(text)], text)
  }
})
