import { invalidLogo } from './refusals.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const minSide = 8
const maxSide = 1024

/** The size of a PNG, checked before resvg allocates memory for its pixels. */
export const readPngSize = (data: Buffer): { width: number; height: number } => {
  if (!data.subarray(0, signature.length).equals(signature)) throw invalidLogo('it is not a PNG')
  checkChunks(data)
  const width = data.readUInt32BE(16)
  const height = data.readUInt32BE(20)
  for (const side of [width, height]) {
    if (side >= minSide && side <= maxSide) continue
    throw invalidLogo(`${width} × ${height} pixels; each side must be ${minSide} to ${maxSide}`)
  }
  return { width, height }
}

/** resvg draws a truncated file as far as it goes, and the first frame of an animation. */
const checkChunks = (data: Buffer) => {
  let at = signature.length
  let name = ''
  while (name !== 'IEND') {
    if (at + 12 > data.length) throw invalidLogo('the PNG is cut off')
    name = data.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') throw invalidLogo('the PNG is an animation')
    if (at === signature.length && name !== 'IHDR') throw invalidLogo('the PNG has no header')
    at += 12 + data.readUInt32BE(at)
  }
  if (at > data.length) throw invalidLogo('the PNG is cut off')
}
