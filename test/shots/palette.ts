import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** A screenshot with at most 256 colours: a third of the size, and no eye sees it. */
export const withPalette = (screenshot: Buffer): Buffer => {
  const { width, height, data } = PNG.sync.read(screenshot)
  const { palette, indexOf } = paletteOf(data)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + 1 + x] = indexOf(colorAt(data, 4 * (y * width + x)))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits, each the number of a colour.
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const colorAt = (data: Buffer, at: number): number => data.readUIntBE(at, 3)

const partsOf = (color: number) => [color >> 16, (color >> 8) & 255, color & 255]

/** The most frequent colours, those next to one another only once. */
const paletteOf = (data: Buffer) => {
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const color = colorAt(data, at)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color)
  const palette: number[] = []
  for (const apart of [24, 0]) {
    for (const color of frequent) {
      if (palette.length === 256) break
      if (palette.every((known) => distance(known, color) > apart)) palette.push(color)
    }
  }
  const known = new Map<number, number>()
  const indexOf = (color: number): number => {
    let index = known.get(color)
    if (index === undefined) {
      const distances = palette.map((one) => distance(one, color))
      index = distances.indexOf(Math.min(...distances))
      known.set(color, index)
    }
    return index
  }
  return { palette, indexOf }
}

const distance = (a: number, b: number): number => {
  const [red = 0, green = 0, blue = 0] = partsOf(a)
  const [otherRed = 0, otherGreen = 0, otherBlue = 0] = partsOf(b)
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
