// Rounded shapes need shades at their edges: sixteen shades, four bits per pixel. A logo adds its
// colors: one byte per pixel while they fit into a palette, otherwise three bytes.
import { mix, parseHex, type Rgb } from './color.ts'
import { logoPixels } from './logo.ts'
import { corner, type Picture, type Shape, shapesOf } from './picture.ts'
import type { PngFormat, PngImage } from './png-file.ts'

export const shapedImage = (picture: Picture, grid: Grid): PngImage => {
  const ink = parseHex(picture.style.color)
  const paper = parseHex(picture.style.background)
  const shades = Array.from({ length: full + 1 }, (_, shade) => mix(paper, ink, shade / full))
  const logo = logoOf(picture, grid, paper)
  const { format, toRow } = rowWriter(shades, logo)
  return { format, rows: rowsOf(picture, grid, toRow) }
}

interface PlacedLogo {
  readonly start: number
  readonly side: number
  /** Three bytes per pixel. */
  readonly pixels: Uint8Array
}

const logoOf = (picture: Picture, { module, start }: Grid, paper: Rgb): PlacedLogo | null => {
  const { style, logoBox } = picture
  if (!style.logo || !logoBox) return null
  const side = logoBox.size * module
  return {
    // Centered, so the same value applies to x and y.
    start: start + (logoBox.x - style.margin) * module,
    side,
    pixels: logoPixels(style.logo, side, paper),
  }
}

/** Writes shades as the bytes of a PNG row. */
type ToRow = (shades: Uint8Array, y: number) => Buffer

const rowWriter = (shades: Rgb[], logo: PlacedLogo | null): { format: PngFormat; toRow: ToRow } => {
  if (!logo) {
    return { format: { depth: 4, color: 'palette', palette: flat(shades) }, toRow: packedRow }
  }
  const indexes = paletteOf(shades, logo)
  if (!indexes) return { format: { depth: 8, color: 'rgb' }, toRow: rgbRow(shades, logo) }
  const { colors, pixels } = indexes
  return {
    format: { depth: 8, color: 'palette', palette: flat(colors) },
    toRow(row, y) {
      const bytes = Buffer.from(row)
      const line = y - logo.start
      if (line >= 0 && line < logo.side) {
        bytes.set(pixels.subarray(line * logo.side, (line + 1) * logo.side), logo.start)
      }
      return bytes
    },
  }
}

const flat = (colors: Rgb[]): Uint8Array => Uint8Array.from(colors.flat())

const packedRow: ToRow = (shades) => {
  const bytes = Buffer.allocUnsafe(Math.ceil(shades.length / 2))
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = ((shades[2 * index] as number) << 4) | (shades[2 * index + 1] ?? 0)
  }
  return bytes
}

const rgbRow = (shades: Rgb[], logo: PlacedLogo): ToRow => {
  const [reds, greens, blues] = [0, 1, 2].map((channel) =>
    Uint8Array.from(shades, (shade) => shade[channel] as number),
  ) as [Uint8Array, Uint8Array, Uint8Array]
  return (row, y) => {
    const bytes = Buffer.allocUnsafe(row.length * 3)
    for (let x = 0, at = 0; x < row.length; x++, at += 3) {
      const shade = row[x] as number
      bytes[at] = reds[shade] as number
      bytes[at + 1] = greens[shade] as number
      bytes[at + 2] = blues[shade] as number
    }
    const line = y - logo.start
    if (line >= 0 && line < logo.side) {
      const from = line * logo.side * 3
      bytes.set(logo.pixels.subarray(from, from + logo.side * 3), logo.start * 3)
    }
    return bytes
  }
}

/**
 * The palette of shades and logo colors, and the logo's pixels as its indexes; null when there are
 * too many colors.
 */
const paletteOf = (shades: Rgb[], { side, pixels }: PlacedLogo) => {
  const colors = [...shades]
  const entries = new Map(shades.map(([red, green, blue], index) => [key(red, green, blue), index]))
  const indexed = new Uint8Array(side * side)
  let last = -1
  let entry = 0
  for (let index = 0; index < indexed.length; index++) {
    const [red, green, blue] = colorAt(pixels, index * 3)
    const color = key(red, green, blue)
    // Most pixels have the same color as the pixel before.
    if (color !== last) {
      last = color
      entry = entries.get(color) ?? colors.push([red, green, blue]) - 1
      if (entry === 256) return null
      entries.set(color, entry)
    }
    indexed[index] = entry
  }
  return { colors, pixels: indexed }
}

const colorAt = (pixels: Uint8Array, at: number): Rgb => [
  pixels[at] as number,
  pixels[at + 1] as number,
  pixels[at + 2] as number,
]

const key = (red: number, green: number, blue: number) => (red << 16) | (green << 8) | blue

/** One row of modules at a time. */
function* rowsOf(picture: Picture, grid: Grid, toRow: ToRow): Generator<Buffer> {
  const { size, module, start } = grid
  const { matrix, style } = picture
  const tiles: Tiles = new Map()
  const shapes = shapesOf(picture)
  const empty = new Uint8Array(size)
  let above = toRow(empty, 0)
  const withFilter = (row: Buffer) => {
    // Filter 2 is the difference from the row above.
    const isSame = row.equals(above)
    above = row
    return isSame ? [Buffer.of(2), Buffer.alloc(row.length)] : [Buffer.of(0), row]
  }
  const emptyRows = (count: number) =>
    Buffer.concat(Array.from({ length: count }, () => withFilter(toRow(empty, 0))).flat())

  yield Buffer.concat([Buffer.of(0), above])
  yield emptyRows(start - 1)
  for (let y = 0; y < matrix.size; y++) {
    const band = new Uint8Array(size * module)
    for (const shape of shapes) {
      const line = y + style.margin - shape.y
      if (line >= 0 && line < shape.height) drawLine(band, grid, shape, style.margin, line, tiles)
    }
    const rows = Array.from({ length: module }, (_, line) =>
      toRow(band.subarray(line * size, (line + 1) * size), start + y * module + line),
    )
    yield Buffer.concat(rows.flatMap(withFilter))
  }
  yield emptyRows(size - start - matrix.size * module)
}

// Draws shapes as pixels. Each kind of shape is drawn once per image and then copied.

/** In pixels. */
export interface Grid {
  readonly size: number
  readonly module: number
  /** The first module: the margin, plus half of the remaining pixels. */
  readonly start: number
}

/** The shade of a pixel that is entirely inside. */
const full = 15

type Tiles = Map<string, Uint8Array>

/** Draws one row of modules of a shape. */
const drawLine = (
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
