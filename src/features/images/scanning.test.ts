import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Level, levels } from '#contract/image-styles.ts'
import { sample } from '../../../test/harness/checks/depth.ts'
import { renderPng } from '../drawing/png.ts'
import { TooSmall } from '../drawing/refusals.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { newRandom, pngLogo, svgLogo } from './logos.fixture.ts'
import { camera, decode, decodeBytes, pixelsOf } from './scanning.fixture.ts'

const dotShapes = ['square', 'rounded', 'dots'] as const
const eyeShapes = ['square', 'rounded', 'circle'] as const
const logos = [null, pngLogo, svgLogo]
const sizes = [129, 256, 333, 512, 801]

const shapes = (atLevels: readonly Level[]): Partial<ImageStyle>[] =>
  dotShapes.flatMap((dots) =>
    eyeShapes.flatMap((eyes) =>
      atLevels.flatMap((level) => logos.map((logo) => ({ dots, eyes, level, logo }))),
    ),
  )

const random = newRandom(7)
const newText = (): string => {
  const id = Math.floor(random() * 2 ** 40).toString(32)
  return `https://${'qpr.example.com'.slice(Math.floor(random() * 8))}/s/${id}`
}

/** Each style has the same text in the short form and in the long one. */
const withTexts = (styles: Partial<ImageStyle>[]) =>
  styles.map((style, index) => ({ style, index, text: newText() }))

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

// Each at its smallest size and at one of five others. The long
// form combines all.
test('both decoders read every shape, level and logo, from the smallest size on', async () => {
  for (const { style, text, index } of sample(withTexts(shapes(levels)), 29)) {
    await assertReads(text, style, await smallestSize(text, style))
    await assertReads(text, style, sizes[index % sizes.length] as number)
  }
})

test('both decoders read every shape and logo as a camera sees it', async (t) => {
  for (const [turn, [name, seen]] of Object.entries(camera).entries()) {
    const all = withTexts(shapes(['M']))
    await t.test(name, async () => {
      for (const { style, text } of sample(all, 23, 5 * turn)) {
        const read = await decode(seen(pixelsOf(await renderPng(text, style, { size: 400 }))))
        assert.deepEqual(read, { zxing: text, jsqr: text }, `${text} ${JSON.stringify(style)}`)
      }
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
  for (const [turn, [color, background]] of colors.entries()) {
    for (const dots of sample(dotShapes, 3, turn)) {
      await assertReads(newText(), { color, background, dots, eyes: 'circle' }, 200)
    }
  }
})

test('both decoders read long texts, up to the largest version that fits 512 pixels', async () => {
  for (const [turn, length] of [100, 300, 1000, 2000].entries()) {
    for (const dots of sample(dotShapes, 3, turn)) {
      await assertReads(
        'https://qpr.example.com/'.padEnd(length, 'abc-1'),
        { dots, level: 'L' },
        512,
      )
    }
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
