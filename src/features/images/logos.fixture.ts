// For tests: logos as owners upload them, and URLs as codes have them.
import { PNG } from 'pngjs'
import { type Logo, readLogo } from '../drawing/logo.ts'

export const scanUrl = 'https://qpr.example.com/s/k3v9x0pz'

export const svgOf = (content: string, attributes = 'viewBox="0 0 24 24"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)

export const svgUpload: Logo = {
  type: 'svg',
  data: svgOf(
    '<title>A tick</title><circle cx="12" cy="12" r="11" fill="#0f6b5c"/>' +
      '<path d="M6 12l4 4 8-8" fill="none" stroke="#fff" stroke-width="2.5" ' +
      'stroke-linecap="round" stroke-linejoin="round"/>',
  ),
}

/** Wider than high, with many colors, transparent at its corners. */
export const pngUpload: Logo = {
  type: 'png',
  data: drawPng(120, 80, (x, y) => {
    const isInside = Math.hypot((x - 60) / 60, (y - 40) / 40) < 1
    return [x * 2, y * 3, 160, isInside ? 255 : 0]
  }),
}

export const svgLogo = await readLogo(svgUpload)
export const pngLogo = await readLogo(pngUpload)

export function drawPng(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => [number, number, number, number],
): Buffer {
  const png = new PNG({ width, height })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) png.data.set(colorAt(x, y), (y * width + x) * 4)
  }
  return PNG.sync.write(png)
}

/** Reproducible pseudo-random numbers from 0 up to 1. */
export const newRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}
