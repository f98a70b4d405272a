// The layout of a symbol by ISO/IEC 18004: its fixed patterns, and the Reed-Solomon block of every
// other module. It shows how much error correction a logo uses.

import type { Level } from '#contract/image-styles.ts'

/** Coordinates are modules of the symbol, without its quiet zone. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly size: number
}

export const sizeOf = (version: number): number => 4 * version + 17
export const symbolVersionOf = (size: number): number => (size - 17) / 4

const eyeSize = 7
export const eyesOf = (version: number): Box[] => {
  const far = sizeOf(version) - eyeSize
  return [
    { x: 0, y: 0, size: eyeSize },
    { x: far, y: 0, size: eyeSize },
    { x: 0, y: far, size: eyeSize },
  ]
}

const alignmentSize = 5
/** Annex E: a grid of alignment patterns, without those that an eye would cover. */
export const alignmentsOf = (version: number): Box[] => {
  const centers = alignmentCenters(version)
  const first = 6
  const last = sizeOf(version) - 7
  const isUnderEye = (x: number, y: number) =>
    (x === first && y === first) || (x === first && y === last) || (x === last && y === first)
  return centers.flatMap((y) =>
    centers
      .filter((x) => !isUnderEye(x, y))
      .map((x) => ({ x: x - 2, y: y - 2, size: alignmentSize })),
  )
}

const alignmentCenters = (version: number): number[] => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = sizeOf(version) - 7
  // Version 32 is the only exception to the rule.
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * (count - 1)))
  const others = Array.from({ length: count - 1 }, (_, index) => last - index * step)
  return [6, ...others.reverse()]
}

// Table 9, by version from 1 to 40.
const correctionWordCounts: Record<Level, string> = {
  L: '7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  M: '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28',
  Q: '13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  H: '17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
}
const blockCounts: Record<Level, string> = {
  L: '1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25',
  M: '1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49',
  Q: '1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68',
  H: '1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81',
}
const entryOf = (table: Record<Level, string>, version: number, level: Level): number =>
  Number(table[level].split(' ')[version - 1])
// Table 9, note b: small symbols reserve words to prevent misreading.
const withheldWords: Record<string, number> = {
  '1L': 3,
  '1M': 2,
  '1Q': 1,
  '1H': 1,
  '2L': 2,
  '3L': 1,
}

interface Blocks {
  readonly count: number
  /** For each block. */
  readonly correctionWords: number
  /** The number of wrong words that can be corrected in a block. */
  readonly correctable: number
  readonly blockOf: (word: number) => number
}

export const blocksOf = (version: number, level: Level): Blocks => {
  const count = entryOf(blockCounts, version, level)
  const correctionWords = entryOf(correctionWordCounts, version, level)
  const withheld = withheldWords[`${version}${level}`] ?? 0
  const words = layoutOf(version).words
  const shortLength = Math.floor(words / count) - correctionWords
  const longBlocks = words % count
  const interleaved = shortLength * count
  const dataWords = interleaved + longBlocks
  return {
    count,
    correctionWords,
    correctable: Math.floor((correctionWords - withheld) / 2),
    blockOf(word) {
      if (word < interleaved) return word % count
      // The additional word of the long blocks, which come last.
      if (word < dataWords) return count - longBlocks + word - interleaved
      return (word - dataWords) % count
    },
  }
}

interface Layout {
  readonly size: number
  /** All words of the symbol, data and correction. */
  readonly words: number
  /** For each module, row by row: its word, `fixedModule` or `spareModule`. */
  readonly wordAt: Int16Array
}
export const fixedModule = -1
const spareModule = -2

const layouts: Layout[] = []

export const layoutOf = (version: number): Layout => {
  layouts[version] ??= makeLayout(version)
  return layouts[version]
}

const makeLayout = (version: number): Layout => {
  const size = sizeOf(version)
  const wordAt = new Int16Array(size * size).fill(spareModule)
  const fix = (x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++) {
      wordAt.fill(fixedModule, row * size + x, row * size + x + width)
    }
  }
  // Eyes with their light border and the format information beside them.
  fix(0, 0, 9, 9)
  fix(size - 8, 0, 8, 9)
  fix(0, size - 8, 9, 8)
  fix(0, 6, size, 1)
  fix(6, 0, 1, size)
  for (const { x, y, size } of alignmentsOf(version)) fix(x, y, size, size)
  if (version >= 7) {
    fix(size - 11, 0, 3, 6)
    fix(0, size - 11, 6, 3)
  }
  const free = zigzag(size).filter((module) => wordAt[module] !== fixedModule)
  const words = Math.floor(free.length / 8)
  for (let bit = 0; bit < words * 8; bit++) wordAt[free[bit] as number] = bit >> 3
  return { size, words, wordAt }
}

/**
 * Two columns at a time from the right, alternately up and down, skipping the vertical timing
 * pattern.
 */
const zigzag = (size: number): number[] => {
  const modules: number[] = []
  for (let right = size - 1, isUpward = true; right > 0; right -= 2, isUpward = !isUpward) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = (isUpward ? size - 1 - step : step) * size
      modules.push(row + right, row + right - 1)
    }
  }
  return modules
}
