// Estimates the drawing time of a logo, because resvg has no limit of its own.
import { invalidLogo } from './refusals.ts'

export type Attributes = Record<string, string>
export type Affine = readonly [number, number, number, number, number, number]

export interface Group {
  readonly place: Affine
  readonly opacity: number
  /** The number of surrounding groups that resvg draws into a separate bitmap. */
  readonly layers: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export interface Work {
  ofPaths: number
  /** The work inside clip paths, which is repeated for each clip. */
  ofClips: number
  clips: number
  stops: number
}

export const newWork = (): Work => ({ ofPaths: 0, ofClips: 0, clips: 0, stops: 0 })

/**
 * The unit is one area over the whole logo: 16 ms at 913 pixels, the largest logo in an image of
 * 4,096. Real logos need less than ten.
 */
const maxWork = 50
/** A layer also needs memory: 17 MB at the size for a PDF. */
const layerWork = 8
const gradientWork = 2
const segmentWork = 0.01
const maxStops = 64
const maxClips = 8
/** In widths of the logo. Programs do not draw reliably beyond this. */
const farthest = 1_000_000

export const isTooMuch = ({ ofPaths, ofClips, clips, stops }: Work): boolean =>
  ofPaths + ofClips * clips > maxWork || stops > maxStops || clips > maxClips

/** Estimated by the bounding box of the points, which is never smaller than the path. */
export const workOf = (attributes: Attributes, { place, layers }: Group, size: Size): number => {
  const [a, b, c, d, e, f] = place
  const numbers = (attributes.d ?? '').match(/[-\d.e]+/g)?.map(Number) ?? []
  const reach =
    attributes.stroke === 'none' ? 0 : Number(attributes['stroke-width'] ?? 1) * strokeReach
  const pad = reach * Math.sqrt(Math.abs(a * d - b * c))
  let [left, right, top, bottom] = [size.width, 0, size.height, 0]
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = [numbers[at] as number, numbers[at + 1] as number]
    const [toX, toY] = [a * x + c * y + e, b * x + d * y + f]
    if (!(Math.abs(toX / size.width) < farthest && Math.abs(toY / size.height) < farthest)) {
      throw invalidLogo('the SVG draws far outside of its viewBox')
    }
    left = Math.min(left, toX - pad)
    right = Math.max(right, toX + pad)
    top = Math.min(top, toY - pad)
    bottom = Math.max(bottom, toY + pad)
  }
  const share = (from: number, to: number, whole: number) =>
    Math.max(0, Math.min(to, whole) - Math.max(from, 0)) / whole
  const height = share(top, bottom, size.height)
  const area = height * share(left, right, size.width)
  const isGradient = /url/.test(`${attributes.fill}${attributes.stroke}`)
  const ofArea = (isGradient ? gradientWork : 1) + layers * layerWork
  return area * ofArea + (numbers.length / 2) * height * segmentWork
}
/** In stroke widths: half a width, times four at a sharp corner with the default miter limit. */
const strokeReach = 2
