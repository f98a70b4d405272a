import { maxLogoBytes } from '#contract/limits.ts'
import { readPng } from './logo-png.ts'
import { readSvg } from './logo-svg.ts'
import { invalidLogo } from './refusals.ts'
import type { Box } from './symbol.ts'

export interface Logo {
  readonly type: 'png' | 'svg'
  readonly data: Buffer
}

/** Pixels with straight alpha, four bytes each. */
export interface RasterLogo {
  readonly kind: 'raster'
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

/** Filled areas in the order of drawing; what lies outside of width and height is cut off. */
export interface VectorLogo {
  readonly kind: 'vector'
  readonly width: number
  readonly height: number
  readonly fills: readonly Fill[]
}

export interface Fill {
  readonly color: readonly [red: number, green: number, blue: number]
  readonly alpha: number
  readonly isEvenOdd: boolean
  /** Closed polygons: x and y in turn. */
  readonly rings: readonly Float64Array[]
}

export type ReadLogo = RasterLogo | VectorLogo

export const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const

// By the bytes' identity: a code's logo is read once for as long as the code is in memory.
const known = new WeakMap<Buffer, ReadLogo>()

/** What is to be drawn. Refuses, with the reason, whatever is not plainly harmless. */
export const readLogo = ({ type, data }: Logo): ReadLogo => {
  const cached = known.get(data)
  if (cached) return cached
  if (data.length > maxLogoBytes) {
    throw invalidLogo(
      `it has ${Math.ceil(data.length / 1024)} KB, and ${maxLogoBytes / 1024} KB are allowed`,
    )
  }
  const logo = type === 'png' ? readPng(data) : readSvg(data)
  known.set(data, logo)
  return logo
}

/** The logo as large as it fits into the middle of its box, in the units of the box. */
export const placeLogo = (logo: ReadLogo, box: Box) => {
  const scale = box.size / Math.max(logo.width, logo.height)
  const width = logo.width * scale
  const height = logo.height * scale
  return {
    scale,
    width,
    height,
    x: box.x + (box.size - width) / 2,
    y: box.y + (box.size - height) / 2,
  }
}
