import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PrintFormat } from '#contract/print-pieces.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { layOut, type Piece } from '../printing/layout.ts'
import { assertAlike } from './comparing.fixture.ts'
import { pngLogo, scanUrl, svgLogo } from './logos.fixture.ts'
import { everyFile, newPiece, rasterize, readFaces } from './pieces.fixture.ts'
import { camera } from './scanning.fixture.ts'

const styles: Partial<ImageStyle>[] = [
  {},
  { color: '#0f6b5c', dots: 'rounded', eyes: 'rounded' },
  { color: '#7a1f3d', background: '#fff4e0', dots: 'dots', eyes: 'circle', logo: svgLogo },
  // The lowest contrast that is allowed.
  { color: '#7f7f7f' },
  { logo: pngLogo, margin: 9, level: 'H' },
]

/** About four pixels for a module: what a phone sees of a poster across the table. */
const widthPx = 420

const assertReads = async (piece: Piece, format: PrintFormat) => {
  const layout = layOut(piece)
  const pixels = await rasterize(layout, format, widthPx)
  const { count, faces } = await readFaces(pixels, layout)
  const about = `${piece.kind} ${piece.size} ${format} ${JSON.stringify(piece.style.dots)}`
  assert.equal(count, layout.faces.length, about)
  for (const read of faces) assert.deepEqual(read, { zxing: scanUrl, jsqr: scanUrl }, about)
}

test('both decoders read every face of every kind, size, format and style', async () => {
  // Each with one of the styles: the code of a piece is drawn alike in all of them.
  for (const [at, { format, ...piece }] of everyFile.entries()) {
    await assertReads(newPiece({ ...piece, style: styles[at % styles.length] ?? {} }), format)
  }
})

test('both decoders read a piece as a camera sees it', async () => {
  // In one way: `scanning.test.ts` looks at codes in all of them.
  const [[name, seen] = assert.fail()] = Object.entries(camera)
  const layout = layOut(newPiece({ kind: 'sticker', size: '70x70', hasMarks: false }))
  const pixels = await rasterize(layout, 'svg', widthPx)
  const { faces } = await readFaces(seen(pixels), { ...layout, marginX: 0, marginY: 0, bleed: 0 })
  assert.deepEqual(faces, [{ zxing: scanUrl, jsqr: scanUrl }], name)
})

test('both decoders read a tent in the middle of A4, of which each face is whole', async () => {
  const layout = layOut(newPiece({ kind: 'tent', size: 'a6', paper: 'a4' }))
  for (const format of ['svg', 'pdf'] as const) {
    const { faces } = await readFaces(await rasterize(layout, format, widthPx), layout)
    assert.deepEqual(faces, Array(2).fill({ zxing: scanUrl, jsqr: scanUrl }), format)
  }
})

test('SVG and PDF look the same', async () => {
  // Three sizes: both formats draw one layout.
  const pieces = everyFile.filter(({ format }) => format === 'svg')
  for (const { kind, size } of pieces.filter((_, at) => at % 4 === 0)) {
    const layout = layOut(
      newPiece({
        kind,
        size,
        title: 'Οδύσσεια · Élève Ž',
        hasMarks: false,
        style: styles[1] ?? {},
      }),
    )
    const [svg, pdf] = [
      await rasterize(layout, 'svg', 2 * widthPx),
      await rasterize(layout, 'pdf', 2 * widthPx),
    ]
    // PDFium moves the edges of rectangles to whole pixels, and its lines are at least one pixel wide,
    // so small pictures differ more.
    assertAlike(svg, pdf, 0.01)
  }
})
