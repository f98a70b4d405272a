// Draws shapes as pixels. Each kind of shape is drawn once per image and then copied.
import { corner, type Shape } from './picture.ts'

/** In pixels. */
export interface Grid {
  readonly size: number
  readonly module: number
  /** The first module: the margin, plus half of the remaining pixels. */
  readonly start: number
}

/** The shade of a pixel that is entirely inside. */
export const full = 15

export type Tiles = Map<string, Uint8Array>

/** Draws one row of modules of a shape. */
export const drawLine = (
  band: Uint8Array,
  { size, module, start }: Grid,
  shape: Shape,
  margin: number,
  line: number,
  tiles: Tiles,
) => {
  const width = shape.width * module
  const left = start + (shape.x - margin) * module
  const tile = tileOf(shape, module, tiles)
  for (let y = 0; y < module; y++) {
    const from = (line * module + y) * width
    const to = y * size + left
    if (!shape.isHole) band.set(tile.subarray(from, from + width), to)
    else cutOut(band, to, tile, from, width)
  }
}

/** The corners of a hole's box may lie outside the ring; they stay unchanged. */
const cutOut = (band: Uint8Array, to: number, tile: Uint8Array, from: number, width: number) => {
  for (let x = 0; x < width; x++) {
    const shade = tile[from + x] as number
    if (shade > 0) band[to + x] = full - shade
  }
}

const tileOf = (shape: Shape, module: number, tiles: Tiles): Uint8Array => {
  const { width, height, radius, rounded } = shape
  const name = `${width} ${height} ${radius} ${rounded}`
  let tile = tiles.get(name)
  if (!tile) {
    tile = makeTile(width * module, height * module, radius * module, rounded)
    tiles.set(name, tile)
  }
  return tile
}

const makeTile = (width: number, height: number, radius: number, rounded: number): Uint8Array => {
  const tile = new Uint8Array(width * height).fill(full)
  const put = (which: number, x: number, y: number, shade: number) => {
    if ((rounded & which) !== 0) tile[y * width + x] = shade
  }
  for (let y = 0; y + 0.5 < radius; y++) {
    for (let x = 0; x + 0.5 < radius; x++) {
      // The coverage of a pixel depends on the distance of its center from the circle, within half
      // a pixel.
      const distance = Math.hypot(radius - x - 0.5, radius - y - 0.5)
      const covered = Math.min(Math.max(radius - distance + 0.5, 0), 1)
      const shade = Math.round(covered * full)
      put(corner.topLeft, x, y, shade)
      put(corner.topRight, width - 1 - x, y, shade)
      put(corner.bottomRight, width - 1 - x, height - 1 - y, shade)
      put(corner.bottomLeft, x, height - 1 - y, shade)
    }
  }
  return tile
}
