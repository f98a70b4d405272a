import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Level, levels } from '#contract/image-styles.ts'
import { decode, type Pixels } from '../images/scanning.fixture.ts'
import { logoBoxOf, matrixOf, reserveUsed } from './matrix.ts'
import { type Box, blocksOf, fixedModule, layoutOf } from './symbol.ts'

const allSymbols = Array.from({ length: 40 }, (_, index) =>
  levels.map((level): [number, Level] => [index + 1, level]),
).flat()

test('no logo takes more than half of the error correction of any block', () => {
  for (const [version, level] of allSymbols) {
    const box = logoBoxOf(version, level)
    if (box) assert.ok(reserveUsed(version, level, box) <= 0.5, `version ${version} ${level}`)
  }
})

test('no logo covers an eye, a timing or alignment pattern, the format or the version', () => {
  for (const [version, level] of allSymbols) {
    const box = logoBoxOf(version, level)
    if (!box) continue
    for (const module of modulesOf(box, version)) {
      assert.notEqual(layoutOf(version).wordAt[module], fixedModule, `version ${version} ${level}`)
    }
  }
})

test('a logo is as large as its level allows', () => {
  for (const [version, level] of allSymbols) {
    const box = logoBoxOf(version, level)
    if (!box) continue
    const larger = { x: box.x - 1, y: box.y - 1, size: box.size + 2 }
    assert.ok(reserveUsed(version, level, larger) > 0.5, `version ${version} ${level}`)
  }
})

test('every higher level allows a logo that is at least as large', () => {
  for (const version of [2, 4, 5, 6, 15, 17]) {
    const sizes = levels.map((level) => logoBoxOf(version, level)?.size ?? 0)
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => a - b),
      `version ${version}`,
    )
  }
})

// The basic claim: with everything under the logo misread, each block can lose as much again, and
// our reserve equals that of decoders.
test('decoders still read a code with the logo and as many further wrong words as we count', async () => {
  for (const [text, level] of [
    ['https://qpr.example.com/s/k3v9x0pz', 'Q'],
    [`https://qpr.example.com/s/k3v9x0pz?table=${'1'.repeat(40)}`, 'M'],
  ] as const) {
    const { version } = matrixOf(text, level, true)
    const box = logoBoxOf(version, level)
    assert.ok(box)
    const spent = damage(text, level, box, 0)
    assert.deepEqual(await decode(spent), { zxing: text, jsqr: text })
    const overspent = damage(text, level, box, 1)
    assert.deepEqual(await decode(overspent), { zxing: null, jsqr: null })
  }
})

/** Inverts everything under the box, and whole words elsewhere until each block is at its limit. */
const damage = (text: string, level: Level, box: Box, beyond: number): Pixels => {
  const { version, size, modules } = matrixOf(text, level, false)
  const { wordAt, words } = layoutOf(version)
  const { correctable, blockOf, count } = blocksOf(version, level)
  const under = modulesOf(box, version)
  const lost = new Set(under.map((module) => wordAt[module] as number).filter((word) => word >= 0))
  const left = new Array<number>(count).fill(correctable + beyond)
  for (const word of lost) left[blockOf(word)] = (left[blockOf(word)] ?? 0) - 1
  const more = new Set<number>()
  for (let word = 0; word < words; word++) {
    const block = blockOf(word)
    if (lost.has(word) || (left[block] ?? 0) <= 0) continue
    left[block] = (left[block] ?? 0) - 1
    more.add(word)
  }
  const damaged = modules.map((dark, module) => (more.has(wordAt[module] ?? -1) ? 1 - dark : dark))
  // One wrong module loses a word, and all modules under the box are wrong.
  for (const module of under) damaged[module] = 1 - (damaged[module] as number)
  return draw(damaged, size)
}

const modulesOf = ({ x, y, size }: Box, version: number): number[] => {
  const width = layoutOf(version).size
  return Array.from(
    { length: size * size },
    (_, index) => (y + Math.floor(index / size)) * width + x + (index % size),
  )
}

const draw = (modules: Uint8Array, size: number): Pixels => {
  const [scale, margin] = [6, 4]
  const width = (size + 2 * margin) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < size * scale; y++) {
    for (let x = 0; x < size * scale; x++) {
      if (!modules[Math.floor(y / scale) * size + Math.floor(x / scale)]) continue
      const at = ((y + margin * scale) * width + x + margin * scale) * 4
      data.fill(0, at, at + 3)
    }
  }
  return { width, height: width, data }
}
