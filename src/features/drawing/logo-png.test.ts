import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { newRandom } from '../images/logos.fixture.ts'
import { logoImage, readLogo } from './logo.ts'

const [width, height] = [13, 9]
const channelCounts: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const formats: [colorType: number, depths: number[]][] = [
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]
const passes = {
  plain: [[0, 0, 1, 1]],
  interlaced: [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
} as const

test('PNGs of every kind are read like another library reads them', async (t) => {
  for (const [colorType, depths] of formats) {
    for (const depth of depths) {
      for (const order of ['plain', 'interlaced'] as const) {
        await t.test(`color type ${colorType}, ${depth} bits, ${order}`, async () => {
          for (const transparency of [false, true]) {
            const file = randomPng(colorType, depth, order, transparency)
            const expected = PNG.sync.read(file)
            const { rgba, ...size } = logoImage(await readLogo({ type: 'png', data: file }))
            assert.deepEqual(size, { width, height })
            assertSeenAlike(rgba, expected.data, depth === 16 ? 3 : 0.5)
          }
        })
      }
    }
  }
})

/** Premultiplied colors. For 16 bits resvg drops the lower half, pngjs rounds. */
const assertSeenAlike = (multiplied: Uint8Array, straight: Uint8Array, maximum: number) => {
  assert.equal(multiplied.length, straight.length)
  for (const [at, value] of multiplied.entries()) {
    const alpha = straight[at | 3] as number
    const expected = at % 4 === 3 ? alpha : ((straight[at] as number) * alpha) / 255
    assert.ok(Math.abs(value - expected) <= maximum, `${value} for ${expected} at byte ${at}`)
  }
}

const randomPng = (
  colorType: number,
  depth: number,
  order: keyof typeof passes,
  clear: boolean,
) => {
  const random = newRandom(colorType * 100 + depth)
  const byte = () => Math.floor(random() * 256)
  const bits = depth * (channelCounts[colorType] ?? 1)
  const rows = passes[order].flatMap(([x, y, stepX, stepY]) => {
    const columns = Math.ceil((width - x) / stepX)
    const count = Math.ceil((height - y) / stepY)
    // All five filters; the bytes after them do not matter.
    return Array.from({ length: count }, (_, row) => [
      row % 5,
      ...Array.from({ length: Math.ceil((columns * bits) / 8) }, byte),
    ])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType, 0, 0, order === 'interlaced' ? 1 : 0], 8)
  const palette = Buffer.from(Array.from({ length: 3 * 2 ** Math.min(depth, 8) }, byte))
  const canBeClear = clear && (colorType === 0 || colorType === 3)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(colorType === 3 ? [chunk('PLTE', palette)] : []),
    ...(canBeClear ? [chunk('tRNS', colorType === 3 ? Buffer.of(0, 128) : Buffer.of(0, 1))] : []),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (name: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const crc32 = (bytes: Buffer): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
