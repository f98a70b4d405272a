import { logoImage } from './logo-pixels.ts'
import { loadResvg, simplify } from './logo-resvg.ts'
import { type LogoPath, readSimplified } from './logo-simplified.ts'
import { checkSvg } from './logo-svg.ts'
import { invalidLogo } from './refusals.ts'

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

// The entry point of this folder: the formats import nothing else from it.
export { addressOf, logoImage, logoPixels, placeLogo } from './logo-pixels.ts'
export type { LogoPath } from './logo-simplified.ts'

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
