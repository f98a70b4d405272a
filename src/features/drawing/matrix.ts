import { type ErrorCorrection, encodeQR } from 'qr'
import { type Level, levels } from '#contract/image-styles.ts'
import { UnscannableStyle } from './refusals.ts'
import { type Box, blocksOf, fixedModule, layoutOf, sizeOf, symbolVersionOf } from './symbol.ts'

/** The modules of a code, without its quiet zone. */
export interface Matrix {
  readonly version: number
  readonly level: Level
  readonly size: number
  /** Row by row; 1 is dark. Modules under the logo are light. */
  readonly modules: Uint8Array
  /** The area of the logo, including its padding. */
  readonly logoBox: Box | null
}

/**
 * Encodes the text in the smallest version that holds it. With a logo, at the level that the logo
 * needs.
 */
export const matrixOf = (text: string, level: Level, hasLogo: boolean): Matrix => {
  const rows = encode(text, level)
  if (!rows) throw textTooLong(text, level)
  return hasLogo ? withLogo(text, level) : asMatrix(rows, level, null)
}

/**
 * The first level, from the requested level upward, that has the reserve for a logo. If none has,
 * the next larger version may: a logo must not be refused because the address is short.
 */
const withLogo = (text: string, wanted: Level): Matrix => {
  const higher = levels.slice(levels.indexOf(wanted))
  for (const level of higher) {
    const matrix = matrixWithLogo(text, level)
    if (matrix) return matrix
  }
  for (const level of higher.toReversed()) {
    const version = smallestVersion(text, level)
    const matrix = version && version < 40 && matrixWithLogo(text, level, version + 1)
    if (matrix) return matrix
  }
  throw noRoomForLogo(text, wanted)
}

const matrixWithLogo = (text: string, level: Level, version?: number): Matrix | undefined => {
  const rows = encode(text, level, version)
  const logoBox = rows && logoBoxOf(symbolVersionOf(rows.length - 2), level)
  return logoBox ? asMatrix(rows, level, logoBox) : undefined
}

const asMatrix = (rows: boolean[][], level: Level, logoBox: Box | null): Matrix => {
  const size = rows.length - 2
  const modules = new Uint8Array(size * size)
  for (let y = 0; y < size; y++) {
    const row = rows[y + 1] as boolean[]
    for (let x = 0; x < size; x++) if (row[x + 1]) modules[y * size + x] = 1
  }
  if (logoBox) {
    for (let y = logoBox.y; y < logoBox.y + logoBox.size; y++) {
      modules.fill(0, y * size + logoBox.x, y * size + logoBox.x + logoBox.size)
    }
  }
  return { version: symbolVersionOf(size), level, size, modules, logoBox }
}

const names: Record<Level, ErrorCorrection> = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' }

/** With a border of one module, the minimum of the package; undefined if the text does not fit. */
const encode = (text: string, level: Level, version?: number): boolean[][] | undefined => {
  try {
    return encodeQR(text, 'raw', { ecc: names[level], border: 1, version })
  } catch (error) {
    if (error instanceof Error && error.message === 'Capacity overflow') return undefined
    throw error
  }
}

const smallestVersion = (text: string, level: Level): number | undefined => {
  const rows = encode(text, level)
  return rows && symbolVersionOf(rows.length - 2)
}

const textTooLong = (text: string, level: Level) =>
  new UnscannableStyle(
    'level',
    'text_too_long',
    `${Buffer.byteLength(text)} bytes do not fit into a code of level ${level}. Use a lower ` +
      'level or a shorter address.',
  )

const noRoomForLogo = (text: string, wanted: Level) => {
  const other = levels.find((level) => matrixWithLogo(text, level))
  return new UnscannableStyle(
    'logo',
    'logo_eats_error_correction',
    `An address of ${Buffer.byteLength(text)} bytes at level ${wanted} leaves no room for a logo: ` +
      'it would hide more than half of the error correction, or a pattern that cameras need. ' +
      (other ? `Use level ${other}.` : 'Use a shorter address or no logo.'),
  )
}

// The cost of a logo. Every module under it counts as misread, whatever it shows: a codeword with
// such a module is lost, and each Reed-Solomon block can correct a limited number of codewords. A
// decoder in a test still reads a code whose reserve is used up; a camera fails on a scratched one.
// Therefore a logo may use at most half of the reserve, in the block that it affects most.

/** A logo that is narrower than this share of the code cannot be recognized. */
const smallestShare = 0.12
/** Background on each side of the logo, in modules. */
export const logoPadding = 1

const known = new Map<string, Box | null>()

/**
 * The largest square in the middle for the logo and its padding, or null when a logo of that size
 * could not be recognized.
 */
export const logoBoxOf = (version: number, level: Level): Box | null => {
  const key = `${version}${level}`
  const box = known.get(key)
  if (box !== undefined) return box
  const found = findBox(version, level)
  known.set(key, found)
  return found
}

const findBox = (version: number, level: Level): Box | null => {
  const width = sizeOf(version)
  let largest: Box | null = null
  // Odd, like the size of every symbol, so that the box is centered on whole modules.
  for (let size = 1; size < width; size += 2) {
    const box = { x: (width - size) / 2, y: (width - size) / 2, size }
    if (reserveUsed(version, level, box) > 0.5) break
    largest = box
  }
  if (!largest || (largest.size - 2 * logoPadding) / width < smallestShare) return null
  return largest
}

/**
 * The share of the error correction that is used when the whole box is misread, in the worst block;
 * 1 when nothing is left. Infinite when the box touches a pattern by which decoders find the code.
 */
export const reserveUsed = (version: number, level: Level, box: Box): number => {
  const { size, wordAt } = layoutOf(version)
  const { count, correctable, blockOf } = blocksOf(version, level)
  const lost = new Set<number>()
  for (let y = box.y; y < box.y + box.size; y++) {
    for (let x = box.x; x < box.x + box.size; x++) {
      const word = wordAt[y * size + x] ?? fixedModule
      if (word === fixedModule) return Number.POSITIVE_INFINITY
      if (word >= 0) lost.add(word)
    }
  }
  const lostInBlock = new Array<number>(count).fill(0)
  for (const word of lost) lostInBlock[blockOf(word)] = (lostInBlock[blockOf(word)] ?? 0) + 1
  return Math.max(...lostInBlock) / correctable
}
