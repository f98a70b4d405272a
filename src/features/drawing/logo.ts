import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { asHex, type Rgb } from './color.ts'
import { type LogoPath, readSimplified } from './logo-simplified.ts'
import { checkSvg } from './logo-svg.ts'
import { invalidLogo } from './refusals.ts'
import type { Box } from './symbol.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const minSide = 8
const maxSide = 1024

/** The size of a PNG, checked before resvg allocates memory for its pixels. */
const readPngSize = (data: Buffer): { width: number; height: number } => {
  if (!data.subarray(0, signature.length).equals(signature)) throw invalidLogo('it is not a PNG')
  checkChunks(data)
  const width = data.readUInt32BE(16)
  const height = data.readUInt32BE(20)
  for (const side of [width, height]) {
    if (side >= minSide && side <= maxSide) continue
    throw invalidLogo(`${width} × ${height} pixels; each side must be ${minSide} to ${maxSide}`)
  }
  return { width, height }
}

/** resvg draws a truncated file as far as it goes, and the first frame of an animation. */
const checkChunks = (data: Buffer) => {
  let at = signature.length
  let name = ''
  while (name !== 'IEND') {
    if (at + 12 > data.length) throw invalidLogo('the PNG is cut off')
    name = data.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') throw invalidLogo('the PNG is an animation')
    if (at === signature.length && name !== 'IHDR') throw invalidLogo('the PNG has no header')
    at += 12 + data.readUInt32BE(at)
  }
  if (at > data.length) throw invalidLogo('the PNG is cut off')
}

/** The uploaded file. */
export interface Logo {
  readonly type: 'png' | 'svg'
  readonly data: Buffer
}

/** A checked logo, ready to be drawn in every format. */
export interface DrawableLogo {
  readonly mediaType: 'image/png' | 'image/svg+xml'
  /** A PNG as it was uploaded, or an SVG as resvg simplified it, which contains only shapes. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
  /** The drawing as paths of one color each; null when it contains anything else. */
  readonly paths: readonly LogoPath[] | null
  /** Drawing it would take too long. */
  readonly isTooDetailed: boolean
}

const maxLogoBytes = 64 * 1024

/** Refuses every file that is not clearly harmless, with the reason. */
export const readLogo = async ({ type, data }: Logo): Promise<DrawableLogo> => {
  if (data.length > maxLogoBytes) {
    throw invalidLogo(
      `it has ${Math.ceil(data.length / 1024)} KB, and ${maxLogoBytes / 1024} KB are allowed`,
    )
  }
  await loadResvg()
  if (type === 'png') {
    const size = readPngSize(data)
    return { mediaType: 'image/png', data, ...size, paths: null, isTooDetailed: false }
  }
  return { mediaType: 'image/svg+xml', ...readSimplified(simplify(checkSvg(data))) }
}

/** Checks an upload more strictly than a logo that was stored before these rules. */
export const readNewLogo = async (logo: Logo): Promise<DrawableLogo> => {
  const read = await readLogo(logo)
  if (read.isTooDetailed) {
    throw invalidLogo('the SVG is too detailed. Simplify it, or use a PNG')
  }
  // resvg omits an image that it cannot read.
  if (logo.type === 'png' && logoImage(read).rgba.every((value) => value === 0)) {
    throw invalidLogo('the PNG is damaged, or shows nothing')
  }
  return read
}

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
  if (logo.mediaType === 'image/png') return `<image ${place} href="${logoDataUrl(logo)}"/>`
  return logo.data.toString().replace(/ width="[^"]*" height="[^"]*"/, ` ${place}`)
}

/** As an image of its own, in which browsers run no script and load no resource. */
export const logoDataUrl = ({ mediaType, data }: DrawableLogo): string =>
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

// The only user of resvg. Its memory never shrinks, so a logo is read and drawn in a thread, which
// ends when it is idle. The module is loaded with the first logo.

let loading: Promise<void> | undefined

export const loadResvg = (): Promise<void> => {
  const program = new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
  loading ??= readFile(program).then((bytes) => initWasm(bytes))
  return loading
}

/** The same drawing as plain paths, with all styles resolved and everything else removed. */
export const simplify = (svg: string): string => use(svg, (drawing) => drawing.toString())

/** Four bytes per pixel, with premultiplied colors. */
const draw = (svg: string): Uint8Array =>
  use(svg, (drawing) => {
    const image = drawing.render()
    const { pixels } = image
    image.free()
    return pixels
  })

const use = <T>(svg: string, work: (drawing: InstanceType<typeof Resvg>) => T): T => {
  // Without this option every drawing searches for system fonts.
  const drawing = attempt(() => new Resvg(svg, { font: { loadSystemFonts: false } }))
  const result = attempt(() => work(drawing))
  // A trap leaves the drawing locked; then its memory is freed with the thread.
  drawing.free()
  return result
}

/** resvg throws its message as a string, or traps; both mean that it cannot draw the file. */
const attempt = <T>(work: () => T): T => {
  try {
    return work()
  } catch {
    throw invalidLogo('the SVG cannot be drawn. Export it as plain paths, or use a PNG')
  }
}
