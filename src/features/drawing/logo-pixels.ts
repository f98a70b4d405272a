import { asHex, type Rgb } from './color.ts'
import type { DrawableLogo } from './logo.ts'
import { draw } from './logo-resvg.ts'
import type { Box } from './symbol.ts'

/** Scales the logo to fit into its box, centered, in the units of the box. */
export const placeLogo = (logo: Pick<DrawableLogo, 'width' | 'height'>, box: Box) => {
  const scale = box.size / Math.max(logo.width, logo.height)
  const width = logo.width * scale
  const height = logo.height * scale
  return { width, height, x: box.x + (box.size - width) / 2, y: box.y + (box.size - height) / 2 }
}

/**
 * The logo in the middle of a square with the background color: three bytes per pixel, row by row.
 */
export const logoPixels = (logo: DrawableLogo, side: number, background: Rgb): Uint8Array => {
  // resvg samples only a few pixels of an image, which would lose the details of a large one. Draw
  // it at about its own size, and average each block into one pixel.
  const isRaster = logo.mediaType === 'image/png'
  const times = isRaster ? Math.max(1, Math.floor(Math.max(logo.width, logo.height) / side)) : 1
  const rgba = draw(inSquare(logo, side * times, background))
  const pixels = new Uint8Array(side * side * 3)
  const rowBytes = side * times * 4
  for (let at = 0; at < pixels.length; at++) {
    const [pixel, channel] = [Math.floor(at / 3), at % 3]
    const first = Math.floor(pixel / side) * times * rowBytes + (pixel % side) * times * 4 + channel
    pixels[at] = meanOf(rgba, first, times, rowBytes)
  }
  return pixels
}

const inSquare = (logo: DrawableLogo, side: number, background: Rgb): string => {
  const { x, y, width, height } = placeLogo(logo, { x: 0, y: 0, size: side })
  const ground = `<rect width="${side}" height="${side}" fill="${asHex(background)}"/>`
  return drawing(side, side, ground + placed(logo, x, y, width, height))
}

const drawing = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`

/** An SVG becomes an inner <svg>, which is clipped at its edges like the file. */
const placed = (logo: DrawableLogo, x: number, y: number, width: number, height: number) => {
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`
  if (logo.mediaType === 'image/png') return `<image ${place} href="${addressOf(logo)}"/>`
  return logo.data.toString().replace(/ width="[^"]*" height="[^"]*"/, ` ${place}`)
}

/** As an image of its own, in which browsers run no script and load no resource. */
export const addressOf = ({ mediaType, data }: DrawableLogo): string =>
  `data:${mediaType};base64,${data.toString('base64')}`

const meanOf = (bytes: Uint8Array, first: number, times: number, rowBytes: number): number => {
  if (times === 1) return bytes[first] as number
  let sum = 0
  for (let y = 0; y < times; y++) {
    for (let x = 0; x < times; x++) sum += bytes[first + y * rowBytes + x * 4] as number
  }
  return Math.round(sum / (times * times))
}

/** The longer side, in pixels, of a logo that a PDF cannot draw as paths: sharp on a poster. */
const sharpSide = 2048

/** The logo without a background, with premultiplied colors. */
export const logoImage = (logo: DrawableLogo) => {
  const longer = Math.max(logo.width, logo.height)
  const scale = logo.mediaType === 'image/png' ? 1 : sharpSide / longer
  const [width, height] = [logo.width * scale, logo.height * scale].map(Math.ceil) as [
    number,
    number,
  ]
  return { width, height, rgba: draw(drawing(width, height, placed(logo, 0, 0, width, height))) }
}
