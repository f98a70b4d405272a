// The cost of a logo. Every module under it counts as misread, whatever it shows: a codeword with
// such a module is lost, and each Reed-Solomon block can correct a limited number of codewords. A
// decoder in a test still reads a code whose reserve is used up; a camera fails on a scratched one.
// Therefore a logo may use at most half of the reserve, in the block that it affects most.
import type { Level } from '#contract/image-styles.ts'
import { type Box, blocksOf, fixedModule, layoutOf, sizeOf } from './symbol.ts'

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
