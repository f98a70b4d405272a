import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCorrection, encodeQR } from 'qr'
import { levels } from '#contract/image-styles.ts'
import { blocksOf, layoutOf, sizeOf } from './symbol.ts'

const names: Record<string, ErrorCorrection> = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' }
const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

// A single misplaced module, or a word in a wrong block, breaks an equation.
test('the words of a symbol are valid Reed-Solomon blocks, in all versions and levels', () => {
  for (let version = 1; version <= 40; version++) {
    for (const level of levels) {
      const options = { ecc: names[level], border: 1, version }
      const rows = encodeQR('QPR', 'raw', options)
      const blocks = readBlocks(rows, version, level)
      const { correctionWords } = blocksOf(version, level)
      for (const block of blocks) {
        assert.ok(isCodeword(block, correctionWords), `version ${version}, level ${level}`)
      }
    }
  }
})

test('a symbol has the number of words of the standard', () => {
  const words = [1, 2, 6, 7, 14, 27, 32, 40].map((version) => layoutOf(version).words)
  assert.deepEqual(words, [26, 44, 172, 196, 581, 1828, 2465, 3706])
})

test('small symbols reserve words from correction', () => {
  const correctable = (version: number) =>
    levels.map((level) => blocksOf(version, level).correctable)
  assert.deepEqual(correctable(1), [2, 4, 6, 8])
  assert.deepEqual(correctable(2), [4, 8, 11, 14])
  assert.deepEqual(correctable(3), [7, 13, 9, 11])
})

const readBlocks = (rows: boolean[][], version: number, level: (typeof levels)[number]) => {
  const size = sizeOf(version)
  const { wordAt, words } = layoutOf(version)
  const { count, blockOf } = blocksOf(version, level)
  const isDark = (x: number, y: number) => rows[y + 1]?.[x + 1] ?? false
  const isMasked = masks[maskNumber(isDark)] as (x: number, y: number) => boolean
  const bits = Array.from({ length: words }, (): number[] => [])
  for (let right = size - 1, isUpward = true; right > 0; right -= 2, isUpward = !isUpward) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const word = wordAt[y * size + x] ?? -1
        if (word >= 0) bits[word]?.push(isDark(x, y) !== isMasked(x, y) ? 1 : 0)
      }
    }
  }
  const blocks = Array.from({ length: count }, (): number[] => [])
  for (const [word, ofWord] of bits.entries()) {
    blocks[blockOf(word)]?.push(Number.parseInt(ofWord.join(''), 2))
  }
  return blocks
}

/** From the format information beside the first eye. */
const maskNumber = (isDark: (x: number, y: number) => boolean): number =>
  (Number(isDark(2, 8)) * 4 + Number(isDark(3, 8)) * 2 + Number(isDark(4, 8))) ^ 0b101

/** A polynomial that is zero at every root of the generator: 1, 2, 4, … in GF(256). */
const isCodeword = (words: number[], correctionWords: number): boolean => {
  let root = 1
  for (let index = 0; index < correctionWords; index++) {
    const value = words.reduce((sum, word) => multiply(sum, root) ^ word, 0)
    if (value !== 0) return false
    root = multiply(root, 2)
  }
  return true
}

const multiply = (a: number, b: number): number => {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}
