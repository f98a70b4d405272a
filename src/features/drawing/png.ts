import { parseHex } from './color.ts'
import { isSquare, type Picture, pictureOf } from './picture.ts'
import { compress, type PngImage, pngFile } from './png-file.ts'
import { type Grid, shapedImage } from './png-shapes.ts'
import { TooSmall } from './refusals.ts'
import type { ImageStyle } from './style.ts'

export interface PngOptions {
  /** Width and height in pixels, 64 to 4096. Default: 512. */
  readonly size?: number
  /** The printed width and height. Default: 300 pixels per inch. */
  readonly sizeMm?: number
}

const minModulePixels = 2
const pixelsPerMeterAt300Dpi = 11811

/**
 * Exactly `size` pixels wide, with modules of whole pixels. The remaining pixels widen the margin.
 */
export const renderPng = async (
  text: string,
  style: Partial<ImageStyle>,
  { size = 512, sizeMm }: PngOptions = {},
): Promise<Buffer> => {
  const picture = pictureOf(text, style)
  const grid = gridOf(picture, size)
  const pixelsPerMeter = sizeMm ? Math.round((size / sizeMm) * 1000) : pixelsPerMeterAt300Dpi
  const isPlain = isSquare(picture) && !picture.logoBox
  const { format, rows } = isPlain ? squareImage(picture, grid) : shapedImage(picture, grid)
  return pngFile({ size, pixelsPerMeter, ...format }, await compress(rows, format, size))
}

const gridOf = ({ extent, matrix }: Picture, size: number): Grid => {
  const module = Math.floor(size / extent)
  if (module < minModulePixels) throw new TooSmall(extent, extent * minModulePixels, 'px')
  return { size, module, start: Math.floor((size - matrix.size * module) / 2) }
}

const squareImage = (picture: Picture, grid: Grid): PngImage => {
  const { color, background } = picture.style
  const rows = [squareRows(picture, grid)]
  // Grayscale with one bit needs no palette, because 1 is white. This saves 18 bytes.
  const isBlackOnWhite = color === '#000000' && background.toLowerCase() === '#ffffff'
  if (isBlackOnWhite) return { format: { depth: 1, color: 'gray' }, rows }
  const palette = Uint8Array.from([...parseHex(color), ...parseHex(background)])
  return { format: { depth: 1, color: 'palette', palette }, rows }
}

/**
 * One bit per pixel; 1 is the background. A row of modules is written once. The rows below it use
 * filter 2 with zeros, which compresses best.
 */
const squareRows = ({ matrix }: Picture, { size, module, start }: Grid): Buffer => {
  const rowBytes = Math.ceil(size / 8) + 1
  const rows = Buffer.alloc(rowBytes * size)
  for (let y = 0; y < size; y++) rows[y * rowBytes] = 2
  const beginRow = (y: number) => {
    rows[y * rowBytes] = 0
    rows.fill(0xff, y * rowBytes + 1, (y + 1) * rowBytes)
  }
  beginRow(0)
  for (let y = 0; y < matrix.size; y++) {
    const at = (start + y * module) * rowBytes + 1
    beginRow(start + y * module)
    for (let x = 0; x < matrix.size; x++) {
      if (matrix.modules[y * matrix.size + x] === 0) continue
      const from = start + x * module
      clearBits(rows, at, from, from + module)
    }
  }
  beginRow(start + matrix.size * module)
  return rows
}

const clearBits = (bytes: Buffer, at: number, from: number, to: number) => {
  const first = at + (from >> 3)
  const last = at + (to >> 3)
  const keepBefore = 0xff00 >> (from & 7)
  const keepAfter = 0xff >> (to & 7)
  if (first === last) {
    bytes[first] = (bytes[first] as number) & (keepBefore | keepAfter)
    return
  }
  bytes[first] = (bytes[first] as number) & keepBefore
  for (let index = first + 1; index < last; index++) bytes[index] = 0
  bytes[last] = (bytes[last] as number) & keepAfter
}
