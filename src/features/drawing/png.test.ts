import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRandom, pngLogo, scanUrl, svgLogo } from '../images/logos.fixture.ts'
import { type Pixels, pixelsOf } from '../images/scanning.fixture.ts'
import { matrixOf } from './matrix.ts'
import { type PngOptions, renderPng } from './png.ts'
import { TooSmall } from './refusals.ts'
import type { ImageStyle } from './style.ts'

const draw = async (style: Partial<ImageStyle>, options: PngOptions, text = scanUrl) =>
  pixelsOf(await renderPng(text, style, options))

const colorAt = ({ data, width }: Pixels, x: number, y: number): string =>
  `#${Buffer.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)).toString('hex')}`

const styles: Record<string, Partial<ImageStyle>> = {
  plain: {},
  colored: { color: '#0f6b5c', background: '#fff4e0' },
  rounded: { dots: 'rounded', eyes: 'rounded', color: '#0f6b5c', background: '#fff4e0' },
  dots: { dots: 'dots', eyes: 'circle' },
  'with an SVG logo': { logo: svgLogo, background: '#fff4e0' },
  'with a PNG logo': { dots: 'dots', logo: pngLogo },
}

test('an image has exactly the requested size', async () => {
  for (const style of Object.values(styles)) {
    for (const size of [82, 83, 97, 511, 512, 513]) {
      const { width, height } = await draw(style, { size })
      assert.deepEqual([width, height], [size, size])
    }
  }
})

test('the default size is 512 pixels', async () => {
  assert.equal((await draw({}, {})).width, 512)
})

test('every module is a square of whole pixels, of one color when square', async () => {
  for (const [size, module] of [
    [74, 2],
    [110, 2],
    [111, 3],
    [512, 13],
    [1000, 27],
  ] as const) {
    const pixels = await draw({}, { size })
    const matrix = matrixOf(scanUrl, 'M', false)
    const start = Math.floor((size - matrix.size * module) / 2)
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const column = Math.floor((x - start) / module)
        const row = Math.floor((y - start) / module)
        const isInside = Math.min(column, row) >= 0 && Math.max(column, row) < matrix.size
        const isDark = isInside && matrix.modules[row * matrix.size + column] === 1
        // An assert, or a text, for each pixel would take seconds.
        const at = (y * size + x) * 4
        const [red, green, blue] = [pixels.data[at], pixels.data[at + 1], pixels.data[at + 2]]
        const value = isDark ? 0 : 255
        if (red === value && green === value && blue === value) continue
        assert.fail(`At ${x}, ${y} of ${size} pixels.`)
      }
    }
  }
})

test('the quiet zone has only the background color, the requested width at least, and equal sides', async () => {
  for (const [name, style] of Object.entries(styles)) {
    for (const margin of [4, 5, 16]) {
      const size = 333
      const pixels = await draw({ ...style, margin }, { size })
      const background = style.background ?? '#ffffff'
      const { size: modules } = matrixOf(scanUrl, 'M', style.logo !== undefined)
      const module = Math.floor(size / (modules + 2 * margin))
      assert.equal(colorAt(pixels, 0, 0), background)
      const colors = new Uint32Array(pixels.data.buffer)
      const isEmpty = (x: number, y: number) => colors[y * size + x] === colors[0]
      const isEmptyRow = (y: number) =>
        Array.from({ length: size }, (_, x) => x).every((x) => isEmpty(x, y))
      const isEmptyColumn = (x: number) =>
        Array.from({ length: size }, (_, y) => y).every((y) => isEmpty(x, y))
      const rows = Array.from({ length: size }, (_, y) => y)
      const top = rows.findIndex((y) => !isEmptyRow(y))
      const bottom = size - 1 - rows.findLastIndex((y) => !isEmptyRow(y))
      const left = rows.findIndex((x) => !isEmptyColumn(x))
      const right = size - 1 - rows.findLastIndex((x) => !isEmptyColumn(x))
      for (const side of [top, bottom, left, right]) {
        assert.ok(side >= margin * module, `${name}: ${side} pixels`)
      }
      assert.deepEqual([top, left], [left, top])
      assert.ok(Math.abs(bottom - top) <= 1 && Math.abs(right - left) <= 1, name)
    }
  }
})

test('less than 2 pixels per module is refused, with the smallest possible size', async () => {
  for (const margin of [4, 16]) {
    const extent = matrixOf(scanUrl, 'M', false).size + 2 * margin
    await assert.rejects(renderPng(scanUrl, { margin }, { size: 2 * extent - 1 }), (error) => {
      assert.ok(error instanceof TooSmall)
      assert.deepEqual([error.smallest, error.unit], [2 * extent, 'px'])
      assert.match(error.message, new RegExp(`${extent} modules.*${2 * extent} px`))
      return true
    })
    await renderPng(scanUrl, { margin }, { size: 2 * extent })
  }
})

test('a plain code of 512 pixels is at most 1 KB', async () => {
  const random = newRandom(1)
  for (let round = 0; round < 100; round++) {
    const id = Math.floor(random() * 2 ** 40).toString(32)
    const text = `https://qpr.example.com/s/${id.padStart(8, '0')}`
    for (const style of [{}, { color: '#0f6b5c' }]) {
      const { length } = await renderPng(text, style)
      assert.ok(length <= 1024, `${text} takes ${length} bytes`)
    }
  }
})

test('colors use more bits only when needed', async () => {
  const formatOf = async (style: Partial<ImageStyle>) => [
    ...(await renderPng(scanUrl, style)).subarray(24, 26),
  ]
  assert.deepEqual(await formatOf({}), [1, 0])
  assert.deepEqual(await formatOf({ color: '#0f6b5c' }), [1, 3])
  assert.deepEqual(await formatOf({ dots: 'dots' }), [4, 3])
  assert.deepEqual(await formatOf({ logo: svgLogo }), [8, 3])
  assert.deepEqual(await formatOf({ logo: pngLogo }), [8, 2])
})

test('a PNG contains its printed size: 300 dpi, or as requested', async () => {
  const pixelsPerMeter = async (options: PngOptions) => {
    const png = await renderPng(scanUrl, {}, options)
    const at = png.indexOf('pHYs')
    assert.equal(png[at + 12], 1)
    return [png.readUInt32BE(at + 4), png.readUInt32BE(at + 8)]
  }
  assert.deepEqual(await pixelsPerMeter({}), [11811, 11811])
  assert.deepEqual(await pixelsPerMeter({ size: 1000, sizeMm: 50 }), [20_000, 20_000])
})

test('other work continues while the largest images are drawn', async () => {
  for (const style of [{}, { dots: 'dots' }, { logo: svgLogo }, { logo: pngLogo }] as const) {
    let turns = 0
    let timer = setImmediate(function count() {
      turns += 1
      timer = setImmediate(count)
    })
    const png = await renderPng(scanUrl, style, { size: 4096 })
    clearImmediate(timer)
    assert.equal(png.readUInt32BE(16), 4096)
    assert.ok(turns >= 2, `${turns} turns`)
  }
})

test('the same code gives the same bytes', async () => {
  for (const style of Object.values(styles)) {
    assert.deepEqual(await renderPng(scanUrl, style), await renderPng(scanUrl, style))
  }
})
