// For tests: whether two pictures look the same.
import assert from 'node:assert/strict'
import { pictureOf } from '../drawing/picture.ts'
import { renderPng } from '../drawing/png.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { pngLogo, scanUrl, svgLogo } from './logos.fixture.ts'
import { decode, type Pixels, pixelsOf } from './scanning.fixture.ts'

export const lookAlikeStyles: Record<string, Partial<ImageStyle>> = {
  plain: {},
  'colored, wide margin': { color: '#0f6b5c', background: '#fff4e0', margin: 9, level: 'H' },
  'rounded dots, round eyes': { dots: 'rounded', eyes: 'circle' },
  'round dots, rounded eyes': { dots: 'dots', eyes: 'rounded', color: '#402010' },
  'square dots, rounded eyes': { eyes: 'rounded' },
  'rounded dots, square eyes, SVG logo': { dots: 'rounded', logo: svgLogo },
  'round dots, round eyes, PNG logo': {
    dots: 'dots',
    eyes: 'circle',
    logo: pngLogo,
    background: '#fff4e0',
  },
}

/** A size without remaining pixels, at which all formats have the same margin. */
export const evenSize = (style: Partial<ImageStyle>, modulePixels: number): number =>
  pictureOf(scanUrl, style).extent * modulePixels

/** Compares with our PNG of that size, and checks that both decoders read it. */
export const assertLooksLikePng = async (pixels: Pixels, style: Partial<ImageStyle>) => {
  const png = pixelsOf(await renderPng(scanUrl, style, { size: pixels.width }))
  assertAlike(pixels, png)
  assert.deepEqual(await decode(pixels), { zxing: scanUrl, jsqr: scanUrl })
}

/**
 * Edges may be smoothed differently: few pixels may differ much, and the total difference is small.
 */
export const assertAlike = (a: Pixels, b: Pixels, strongShare = 0.0005) => {
  assert.deepEqual([a.width, a.height], [b.width, b.height])
  let [sum, strong] = [0, 0]
  for (let at = 0; at < a.data.length; at += 4) {
    let difference = 0
    for (let channel = 0; channel < 3; channel++) {
      const [one, other] = [a.data[at + channel] as number, b.data[at + channel] as number]
      difference = Math.max(difference, Math.abs(one - other))
    }
    sum += difference
    if (difference > 80) strong += 1
  }
  const pixels = a.width * a.height
  assert.ok(sum / pixels < 2, `They differ by ${(sum / pixels).toFixed(2)} of 255 on average.`)
  assert.ok(strong / pixels < strongShare, `${strong} of ${pixels} pixels are quite different.`)
}
