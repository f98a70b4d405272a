import { inflateSync } from 'node:zlib'
import { invalidLogo } from '../code/refusals.ts'
import type { RasterLogo } from './logo.ts'

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colorType: number
  readonly isInterlaced: boolean
}

interface Pass {
  readonly x: number
  readonly y: number
  readonly stepX: number
  readonly stepY: number
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const minSide = 8
const maxSide = 1024
const channelCounts: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const depths: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const wholeImage: Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }]
const adam7: Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

export const readPng = (data: Buffer): RasterLogo => {
  if (!data.subarray(0, signature.length).equals(signature)) throw invalidLogo('it is not a PNG')
  const chunks = readChunks(data)
  const header = readHeader(chunks.get('IHDR'))
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0)
  const transparency = chunks.get('tRNS')
  const rgba = new Uint8Array(header.width * header.height * 4)
  const toRgba = pixelReader(header, palette, transparency)
  const samples = inflate(header, chunks.get('IDAT') ?? Buffer.alloc(0))
  let offset = 0
  for (const pass of passesOf(header)) {
    offset = readPass(samples, offset, header, pass, (x, y, row, column) =>
      toRgba(row, column, rgba, (y * header.width + x) * 4),
    )
  }
  return { kind: 'raster', width: header.width, height: header.height, rgba }
}

/** The last of each name, the image data joined. */
const readChunks = (data: Buffer): Map<string, Buffer> => {
  const chunks = new Map<string, Buffer>()
  const imageData: Buffer[] = []
  for (let at = signature.length; at < data.length; ) {
    if (at + 12 > data.length) throw invalidLogo('the PNG is cut off')
    const length = data.readUInt32BE(at)
    const name = data.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > data.length) throw invalidLogo('the PNG is cut off')
    const content = data.subarray(at + 8, at + 8 + length)
    if (name === 'IDAT') imageData.push(content)
    else chunks.set(name, content)
    at += 12 + length
    if (name === 'IEND') break
  }
  if (chunks.has('acTL')) throw invalidLogo('the PNG is an animation')
  return chunks.set('IDAT', Buffer.concat(imageData))
}

const readHeader = (content: Buffer | undefined): Header => {
  if (content?.length !== 13) throw invalidLogo('the PNG has no header')
  const width = content.readUInt32BE(0)
  const height = content.readUInt32BE(4)
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = content.subarray(8)
  for (const side of [width, height]) {
    if (side >= minSide && side <= maxSide) continue
    throw invalidLogo(`${width} × ${height} pixels; each side must be ${minSide} to ${maxSide}`)
  }
  if (!depths[colorType]?.includes(depth) || compression || filter || interlace > 1) {
    throw invalidLogo('the PNG has a header that no standard knows')
  }
  return { width, height, depth, colorType, isInterlaced: interlace === 1 }
}

const bitsPerPixel = ({ depth, colorType }: Header): number =>
  depth * (channelCounts[colorType] ?? 1)

const passesOf = ({ isInterlaced, width, height }: Header): Pass[] =>
  (isInterlaced ? adam7 : wholeImage).filter(({ x, y }) => x < width && y < height)

const passSize = ({ width, height }: Header, { x, y, stepX, stepY }: Pass) => ({
  columns: Math.ceil((width - x) / stepX),
  rows: Math.ceil((height - y) / stepY),
})

const rowBytesOf = (header: Header, columns: number): number =>
  Math.ceil((columns * bitsPerPixel(header)) / 8)

const inflate = (header: Header, compressed: Buffer): Buffer => {
  const sizes = passesOf(header).map((pass) => {
    const { columns, rows } = passSize(header, pass)
    return rows * (rowBytesOf(header, columns) + 1)
  })
  const expected = sizes.reduce((sum, size) => sum + size, 0)
  try {
    // The bound: 64 KB could swell to a thousand times as much.
    const samples = inflateSync(compressed, { maxOutputLength: expected })
    if (samples.length === expected) return samples
  } catch {
    // Told below, as the caller's mistake that it is.
  }
  throw invalidLogo('the PNG is damaged')
}

const readPass = (
  samples: Buffer,
  start: number,
  header: Header,
  pass: Pass,
  put: (x: number, y: number, row: Buffer, column: number) => void,
): number => {
  const { columns, rows } = passSize(header, pass)
  const rowBytes = rowBytesOf(header, columns)
  const pixelBytes = Math.max(1, bitsPerPixel(header) >> 3)
  let above: Buffer = Buffer.alloc(rowBytes)
  for (let y = 0; y < rows; y++) {
    const at = start + y * (rowBytes + 1)
    const row = samples.subarray(at + 1, at + 1 + rowBytes)
    unfilter(samples[at] ?? 0, row, above, pixelBytes)
    for (let x = 0; x < columns; x++) {
      put(pass.x + x * pass.stepX, pass.y + y * pass.stepY, row, x)
    }
    above = row
  }
  return start + rows * (rowBytes + 1)
}

const unfilter = (filter: number, row: Buffer, above: Buffer, pixelBytes: number) => {
  if (filter > 4) throw invalidLogo('the PNG is damaged')
  if (filter === 0) return
  for (let index = 0; index < row.length; index++) {
    const left = index < pixelBytes ? 0 : (row[index - pixelBytes] as number)
    const up = above[index] as number
    const upLeft = index < pixelBytes ? 0 : (above[index - pixelBytes] as number)
    row[index] = (row[index] as number) + predict(filter, left, up, upLeft)
  }
}

const predict = (filter: number, left: number, up: number, upLeft: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const byLeft = Math.abs(up - upLeft)
  const byUp = Math.abs(left - upLeft)
  const byBoth = Math.abs(left + up - 2 * upLeft)
  if (byLeft <= byUp && byLeft <= byBoth) return left
  return byUp <= byBoth ? up : upLeft
}

type PixelReader = (row: Buffer, column: number, rgba: Uint8Array, at: number) => void

const pixelReader = (header: Header, palette: Buffer, transparency?: Buffer): PixelReader => {
  const { depth, colorType } = header
  const channels = channelCounts[colorType] ?? 1
  const highest = 2 ** depth - 1
  const sample = (row: Buffer, index: number): number => {
    if (depth === 8) return row[index] ?? 0
    if (depth === 16) return row.readUInt16BE(index * 2)
    const bit = index * depth
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & highest
  }
  const asByte = (value: number) => Math.round((value / highest) * 255)

  if (colorType === 3) {
    return (row, column, rgba, at) => {
      const entry = sample(row, column)
      rgba.set(palette.subarray(entry * 3, entry * 3 + 3), at)
      rgba[at + 3] = transparency?.[entry] ?? 255
    }
  }
  const isColor = (colorType & 2) !== 0
  const hasAlpha = (colorType & 4) !== 0
  const clear = transparency && transparency.length >= (isColor ? 6 : 2) ? transparency : undefined
  return (row, column, rgba, at) => {
    const first = column * channels
    let isClear = clear !== undefined
    for (let channel = 0; channel < 3; channel++) {
      const value = sample(row, first + (isColor ? channel : 0))
      rgba[at + channel] = asByte(value)
      isClear &&= value === clear?.readUInt16BE(isColor ? channel * 2 : 0)
    }
    const alpha = hasAlpha ? asByte(sample(row, first + channels - 1)) : 255
    rgba[at + 3] = isClear ? 0 : alpha
  }
}
