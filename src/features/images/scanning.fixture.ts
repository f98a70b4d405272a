// For tests: two independent decoders, and the effects of a camera on a picture.
import { readFile } from 'node:fs/promises'
import jpeg from 'jpeg-js'
import jsqrModule from 'jsqr'
import { PNG } from 'pngjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Four bytes per pixel. */
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

// Node imports the function itself from this CommonJS module; the type declaration differs.
const jsqr = jsqrModule as unknown as typeof jsqrModule.default

// Without it the package would download its WASM file from a CDN.
const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

export const pixelsOf = (png: Buffer): Pixels => {
  const { width, height, data } = PNG.sync.read(png)
  return { width, height, data: new Uint8ClampedArray(data) }
}

/** The result of each decoder; null when it reads nothing. */
export const decode = async (pixels: Pixels) => {
  const [zxing, jsqr] = await decodeBytes(pixels)
  return { zxing: zxing?.toString() ?? null, jsqr: jsqr?.toString() ?? null }
}

/** The raw bytes, without guessing an encoding. */
export const decodeBytes = async (pixels: Pixels): Promise<(Buffer | undefined)[]> => {
  const { data, width, height } = pixels
  const [byZxing] = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    maxNumberOfSymbols: 1,
  })
  const byJsqr = jsqr(data, width, height, { inversionAttempts: 'dontInvert' })
  return [byZxing?.bytes, byJsqr?.binaryData].map((bytes) => bytes && Buffer.from(bytes))
}

/**
 * Transforms a picture: `source` maps each target pixel to a source position. Gray outside the
 * picture.
 */
const warp = (from: Pixels, size: number, source: (x: number, y: number) => [number, number]) => {
  const data = new Uint8ClampedArray(size * size * 4).fill(0xd0)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [sourceX, sourceY] = source(x + 0.5, y + 0.5)
      const [left, top] = [Math.floor(sourceX - 0.5), Math.floor(sourceY - 0.5)]
      if (left < 0 || top < 0 || left + 1 >= from.width || top + 1 >= from.height) continue
      const [partX, partY] = [sourceX - 0.5 - left, sourceY - 0.5 - top]
      for (let channel = 0; channel < 4; channel++) {
        const at = (column: number, row: number) =>
          from.data[((top + row) * from.width + left + column) * 4 + channel] as number
        const above = at(0, 0) * (1 - partX) + at(1, 0) * partX
        const below = at(0, 1) * (1 - partX) + at(1, 1) * partX
        data[(y * size + x) * 4 + channel] = above * (1 - partY) + below * partY
      }
    }
  }
  return { width: size, height: size, data }
}

const rotated = (degrees: number) => (from: Pixels) => {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const size = Math.ceil(from.width * (Math.abs(cos) + Math.abs(sin)))
  return warp(from, size, (x, y) => {
    const [dx, dy] = [x - size / 2, y - size / 2]
    return [cos * dx + sin * dy + from.width / 2, cos * dy - sin * dx + from.height / 2]
  })
}

/** As seen from below and from the side: the far edge is a quarter shorter. */
const inPerspective = (from: Pixels) =>
  warp(from, from.width, (x, y) => {
    const [u, v] = [x / from.width - 0.5, y / from.width - 0.5]
    const depth = 1 / (1 + 0.28 * v + 0.12 * u)
    return [(u * 1.15 * depth + 0.5) * from.width, (v * 1.15 * depth + 0.5) * from.width]
  })

/** Three box blurs approximate a lens that is out of focus. */
const blurred = (radius: number) => (from: Pixels) => {
  let data = from.data
  for (let round = 0; round < 3; round++) {
    data = boxBlur(data, from.width, from.height, radius, 4, from.width * 4)
    data = boxBlur(data, from.height, from.width, radius, from.width * 4, 4)
  }
  return { ...from, data }
}

const boxBlur = (
  data: Pixels['data'],
  length: number,
  count: number,
  radius: number,
  step: number,
  lineStep: number,
) => {
  const result = new Uint8ClampedArray(data.length)
  for (let line = 0; line < count; line++) {
    for (let channel = 0; channel < 4; channel++) {
      const at = (index: number) =>
        line * lineStep + Math.min(Math.max(index, 0), length - 1) * step + channel
      let sum = 0
      for (let index = -radius; index <= radius; index++) sum += data[at(index)] as number
      for (let index = 0; index < length; index++) {
        result[at(index)] = sum / (2 * radius + 1)
        sum += (data[at(index + radius + 1)] as number) - (data[at(index - radius)] as number)
      }
    }
  }
  return result
}

const asPoorJpeg = (from: Pixels): Pixels => {
  const { data } = jpeg.encode({ ...from, data: Buffer.from(from.data) }, 20)
  const { width, height, data: rgba } = jpeg.decode(data)
  return { width, height, data: new Uint8ClampedArray(rgba) }
}

export const camera: Record<string, (pixels: Pixels) => Pixels> = {
  'rotated by 15°': rotated(15),
  'rotated by 45°': rotated(45),
  'rotated by 90°': rotated(90),
  blurred: blurred(2),
  'as a JPEG of 20 % quality': asPoorJpeg,
  'in perspective': inPerspective,
}
