import type { Rgb } from '../code/color.ts'
import { placeLogo, type RasterLogo, type ReadLogo, type VectorLogo } from './logo.ts'
import { scanFill } from './scan-fill.ts'

/** The logo in the middle of a square on the background: three bytes a pixel, row by row. */
export const logoPixels = (logo: ReadLogo, side: number, background: Rgb): Uint8Array => {
  const pixels = Buffer.alloc(side * side * 3, Buffer.from(background))
  if (logo.kind === 'vector') drawVector(logo, pixels, side)
  else drawRaster(logo, pixels, side)
  return pixels
}

const blend = (pixels: Uint8Array, at: number, color: ArrayLike<number>, alpha: number) => {
  for (let channel = 0; channel < 3; channel++) {
    const under = pixels[at + channel] as number
    pixels[at + channel] = Math.round(under + ((color[channel] as number) - under) * alpha)
  }
}

const drawVector = (logo: VectorLogo, pixels: Uint8Array, side: number) => {
  const place = placeLogo(logo, { x: 0, y: 0, size: side })
  const [left, right] = [Math.round(place.x), Math.round(place.x + place.width)]
  const [top, bottom] = [Math.round(place.y), Math.round(place.y + place.height)]
  for (const { rings, isEvenOdd, color, alpha } of logo.fills) {
    const placed = rings.map((ring) =>
      ring.map((value, index) => value * place.scale + (index % 2 === 0 ? place.x : place.y)),
    )
    scanFill(placed, isEvenOdd, side, side, (y, coverage) => {
      if (y < top || y >= bottom) return
      for (let x = left; x < right; x++) {
        const covered = coverage[x] as number
        // Few shades, as the code's own edges have: so the colors of most logos fit a palette.
        const shade = Math.round(Math.min(covered, 1) * 15) / 15
        if (shade > 0) blend(pixels, (y * side + x) * 3, color, shade * alpha)
      }
    })
  }
}

/** Each pixel is the mean of those of the logo around it, the near ones weighing more. */
const drawRaster = (logo: RasterLogo, pixels: Uint8Array, side: number) => {
  const place = placeLogo(logo, { x: 0, y: 0, size: side })
  const columns = resampling(logo.width, place.x, place.width, side)
  const rows = resampling(logo.height, place.y, place.height, side)
  // First across, then down: of color times alpha, or what is transparent would show its color.
  const across = new Float32Array(logo.height * side * 4)
  for (let y = 0; y < logo.height; y++) {
    for (const [x, taps] of columns.entries()) {
      const to = (y * side + x) * 4
      for (const { index, weight } of taps) {
        const from = (y * logo.width + index) * 4
        const alpha = ((logo.rgba[from + 3] as number) / 255) * weight
        for (let channel = 0; channel < 3; channel++) {
          across[to + channel] =
            (across[to + channel] as number) + (logo.rgba[from + channel] as number) * alpha
        }
        across[to + 3] = (across[to + 3] as number) + alpha
      }
    }
  }
  const sum = new Float32Array(4)
  const color = new Float32Array(3)
  for (const [y, taps] of rows.entries()) {
    for (let x = 0; x < side; x++) {
      sum.fill(0)
      for (const { index, weight } of taps) {
        for (let channel = 0; channel < 4; channel++) {
          sum[channel] =
            (sum[channel] as number) + (across[(index * side + x) * 4 + channel] as number) * weight
        }
      }
      const alpha = sum[3] as number
      if (alpha === 0) continue
      for (let channel = 0; channel < 3; channel++)
        color[channel] = (sum[channel] as number) / alpha
      blend(pixels, (y * side + x) * 3, color, alpha)
    }
  }
}

interface Tap {
  readonly index: number
  readonly weight: number
}

/**
 * For each of `side` pixels, which of the `count` ones of a logo it is made of: a triangle of
 * weights, together as much as the pixel is covered by a logo that goes from `start` on.
 */
const resampling = (count: number, start: number, length: number, side: number): Tap[][] => {
  const scale = count / length
  const reach = Math.max(1, scale)
  return Array.from({ length: side }, (_, position) => {
    const covered = Math.min(position + 1, start + length) - Math.max(position, start)
    if (covered <= 0) return []
    const center = Math.min(Math.max((position + 0.5 - start) * scale, 0), count)
    const first = Math.max(0, Math.ceil(center - reach - 0.5))
    const last = Math.min(count - 1, Math.floor(center + reach - 0.5))
    const taps: Tap[] = []
    for (let index = first; index <= last; index++) {
      taps.push({ index, weight: 1 - Math.abs(index + 0.5 - center) / reach })
    }
    const total = taps.reduce((sum, { weight }) => sum + weight, 0)
    return taps.map(({ index, weight }) => ({ index, weight: (weight / total) * covered }))
  })
}
