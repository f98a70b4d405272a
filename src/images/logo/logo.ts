import { invalidLogo } from '../code/refusals.ts'
import { logoImage } from './pixels.ts'
import { readPngSize } from './png.ts'
import { loadResvg, simplify } from './resvg.ts'
import { type LogoPath, readSimplified } from './simplified.ts'
import { checkSvg } from './svg.ts'

// The front of this room: the formats import nothing else of it.
export { addressOf, logoImage, logoPixels } from './pixels.ts'
export { placeLogo } from './place.ts'
export type { LogoPath } from './simplified.ts'

/** As its owner uploaded it. */
export interface Logo {
  readonly type: 'png' | 'svg'
  readonly data: Buffer
}

/** Checked, and ready to be drawn into every format. */
export interface DrawableLogo {
  readonly mediaType: 'image/png' | 'image/svg+xml'
  /** A PNG as it was uploaded; an SVG as resvg simplified it, so nothing but shapes is left. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
  /** The whole drawing as paths of one color each; null when it is more than that. */
  readonly paths: readonly LogoPath[] | null
  /** It would take too long to draw. */
  readonly isTooDetailed: boolean
}

const maxLogoBytes = 64 * 1024

/** Refuses, with the reason, every file that is not plainly harmless. */
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

/** For an upload, which is held to more than a logo that was stored before these rules. */
export const readNewLogo = async (logo: Logo): Promise<DrawableLogo> => {
  const read = await readLogo(logo)
  if (read.isTooDetailed) {
    throw invalidLogo('the SVG is too detailed. Simplify it, or use a PNG')
  }
  // resvg leaves out an image that it cannot read.
  if (logo.type === 'png' && logoImage(read).rgba.every((value) => value === 0)) {
    throw invalidLogo('the PNG is damaged, or shows nothing')
  }
  return read
}
