// The description that PNG, SVG and PDF draw. Lengths are in modules. The origin is the upper left
// corner of the quiet zone.

import type { Dots, Eyes } from '#contract/image-styles.ts'
import { logoPadding, type Matrix, matrixOf } from './matrix.ts'
import { completeStyle, type ImageStyle } from './style.ts'
import { alignmentsOf, type Box, eyesOf } from './symbol.ts'

/** Part of every ETag: increase it whenever the same text and style give other bytes. */
export const rendererVersion = 2

export interface Picture {
  readonly style: ImageStyle
  readonly matrix: Matrix
  /** The total width and height. */
  readonly extent: number
  /** The area of the logo without its padding. */
  readonly logoBox: Box | null
}

export const corner = { topLeft: 1, topRight: 2, bottomRight: 4, bottomLeft: 8, all: 15 } as const

/** A rectangle with optional rounded corners. */
export interface Shape {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly radius: number
  /** A sum of `corner`. */
  readonly rounded: number
  /** A hole in the shape before it. The even-odd fill rule produces it. */
  readonly isHole: boolean
}

export const pictureOf = (text: string, wanted: Partial<ImageStyle>): Picture =>
  drawnAs(text, completeStyle(wanted))

/** Does not check whether cameras can read it, for previews. */
export const drawnAs = (text: string, style: ImageStyle): Picture => {
  const matrix = matrixOf(text, style.level, style.logo !== null)
  const { size, logoBox } = matrix
  return {
    style: { ...style, level: matrix.level },
    matrix,
    extent: size + 2 * style.margin,
    logoBox: logoBox && {
      x: style.margin + logoBox.x + logoPadding,
      y: style.margin + logoBox.y + logoPadding,
      size: logoBox.size - 2 * logoPadding,
    },
  }
}

export const isSquare = ({ style }: Picture): boolean =>
  style.dots === 'square' && style.eyes === 'square'

/** All shapes in the color of the code, from top to bottom. */
export const shapesOf = ({ matrix, style }: Picture): Shape[] => {
  const eyes = eyesOf(matrix.version)
  const alignments = alignmentsOf(matrix.version)
  const rest = matrix.modules.slice()
  for (const { x, y, size } of [...eyes, ...alignments]) {
    for (let row = y; row < y + size; row++) {
      rest.fill(0, row * matrix.size + x, row * matrix.size + x + size)
    }
  }
  return [
    ...eyes.flatMap((eye) => targetShapes(eye, eyeRadii[style.eyes], style.margin)),
    ...alignments.flatMap((target) => targetShapes(target, alignmentRadii, style.margin)),
    ...dotShapes(rest, matrix.size, style),
  ].sort((a, b) => a.y - b.y)
}

/**
 * Radii of the outer and inner edge of an eye's ring, and of its pupil. Even "circle" is a rounded
 * square, because decoders fit straight lines to the ring to find the perspective. In 90 views from
 * the side zxing misses 46 with a true circle (zxing-cpp#892), and none of 250 with this one; with
 * a rounder pupil jsQR misses some.
 */
const eyeRadii: Record<Eyes, readonly number[]> = {
  square: [0, 0, 0],
  rounded: [1.5, 0.75, 0.75],
  circle: [2.25, 1.25, 1.25],
}
/**
 * Alignment patterns keep the standard shape, because rounded ones are the first to disappear in a
 * blurred image.
 */
const alignmentRadii = [0, 0, 0]

/** A ring and its pupil, independent of the shape of the dots. */
const targetShapes = (target: Box, radii: readonly number[], margin: number): Shape[] =>
  radii.map((radius, ring) => ({
    x: target.x + margin + ring,
    y: target.y + margin + ring,
    width: target.size - 2 * ring,
    height: target.size - 2 * ring,
    radius,
    rounded: radius > 0 ? corner.all : 0,
    isHole: ring === 1,
  }))

const dotShapes = (modules: Uint8Array, size: number, { dots, margin }: ImageStyle): Shape[] => {
  const shapes: Shape[] = []
  const isDark = (x: number, y: number) => y >= 0 && y < size && modules[y * size + x] === 1
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      const start = x
      if (dots !== 'dots') while (x + 1 < size && isDark(x + 1, y)) x++
      const rounded = roundedCorners[dots](
        isDark(start, y - 1),
        isDark(x, y - 1),
        isDark(x, y + 1),
        isDark(start, y + 1),
      )
      shapes.push({
        x: start + margin,
        y: y + margin,
        width: x - start + 1,
        height: 1,
        radius: rounded ? 0.5 : 0,
        rounded,
        isHole: false,
      })
    }
  }
  return shapes
}

type Neighbours = [aboveLeft: boolean, aboveRight: boolean, belowRight: boolean, belowLeft: boolean]

/** The rounded corners of a run of modules, depending on dark modules above and below its ends. */
const roundedCorners: Record<Dots, (...neighbours: Neighbours) => number> = {
  square: () => 0,
  dots: () => corner.all,
  rounded: (aboveLeft, aboveRight, belowRight, belowLeft) =>
    (aboveLeft ? 0 : corner.topLeft) |
    (aboveRight ? 0 : corner.topRight) |
    (belowRight ? 0 : corner.bottomRight) |
    (belowLeft ? 0 : corner.bottomLeft),
}
