import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minPieceModuleMm } from '#contract/print-pieces.ts'
import { UnscannableStyle } from '../drawing/refusals.ts'
import { scanUrl } from '../images/logos.fixture.ts'
import { kindsAndSizes, newPiece, textsOfPdf } from '../images/pieces.fixture.ts'
import type { Item } from './faces.ts'
import { loadFont } from './font.ts'
import { type Layout, layOut } from './layout.ts'
import { textWidth } from './lines.ts'
import { pdfOfPiece } from './piece-pdf.ts'
import { svgOfPiece } from './piece-svg.ts'

const longText = 'The quick brown fox jumps over the lazy dog and over all of the others '.repeat(3)
const texts = {
  usual: {},
  empty: { title: '', callToAction: '' },
  'title only': { callToAction: '' },
  'call to action only': { title: '' },
  long: { title: longText.slice(0, 200), callToAction: longText.slice(0, 80) },
  'one long word': { title: 'Donaudampfschiff'.repeat(12), callToAction: 'Ẫ'.repeat(80) },
  'a long address': { text: `https://${'long-name.'.repeat(6)}example.com/s/k3v9x0pz` },
}

type Line = Extract<Item, { type: 'line' }>
const linesOf = ({ items }: Layout) => items.filter((item) => item.type === 'line')
const codeOf = ({ items }: Layout) => {
  const code = items.find((item) => item.type === 'code')
  assert.ok(code)
  return code
}

/** The area that the highest and lowest glyphs of the font can reach. */
const areaOf = ({ text, x, baseline, fontSize, weight }: Line) => {
  const font = loadFont(weight)
  const [, yMin = 0, , yMax = 0] = font.box
  return {
    left: x,
    right: x + textWidth(text, font) * fontSize,
    top: baseline - (yMax / font.unitsPerEm) * fontSize,
    bottom: baseline - (yMin / font.unitsPerEm) * fontSize,
  }
}

const tolerance = 1e-6

test('no text leaves its face, meets another line or enters the quiet zone of the code', () => {
  for (const { kind, size } of kindsAndSizes) {
    for (const [name, changes] of Object.entries(texts)) {
      const layout = layOut(newPiece({ kind, size, ...changes }))
      const [face] = layout.faces
      assert.ok(face)
      const code = codeOf(layout)
      let last: Line | undefined
      for (const line of linesOf(layout)) {
        const about = `${kind} ${size} ${name}: ${line.text}`
        const { left, right, top, bottom } = areaOf(line)
        const safe = Math.min(face.width, face.height) * 0.03
        assert.ok(left >= safe - tolerance && right <= face.width - safe + tolerance, about)
        assert.ok(top >= safe - tolerance && bottom <= face.height - safe + tolerance, about)
        const isApart =
          right <= code.x + tolerance ||
          left >= code.x + code.side - tolerance ||
          bottom <= code.y + tolerance ||
          top >= code.y + code.side - tolerance
        assert.ok(isApart, about)
        if (last?.of === line.of) assert.ok(line.baseline - last.baseline >= line.fontSize, about)
        last = line
      }
    }
  }
})

test('a code has its quiet zone inside the piece and modules of at least 0.4 mm', () => {
  for (const { kind, size } of kindsAndSizes) {
    for (const changes of Object.values(texts)) {
      const layout = layOut(newPiece({ kind, size, ...changes }))
      const { x, y, side } = codeOf(layout)
      const [face] = layout.faces
      assert.ok(x > 0 && y > 0 && x + side < (face?.width ?? 0) && y + side < (face?.height ?? 0))
      assert.ok(side / layout.picture.extent >= minPieceModuleMm)
      assert.equal(layout.codeMm, side)
    }
  }
})

test('an address that is too long for a small piece is refused', () => {
  const text = `https://example.com/${'x'.repeat(900)}`
  assert.throws(
    () => layOut(newPiece({ kind: 'sticker', size: '50x70', text })),
    (error) => error instanceof UnscannableStyle && error.code === 'too_small',
  )
  layOut(newPiece({ kind: 'poster', size: 'a3', text }))
})

test('colors that do not scan are refused', () => {
  assert.throws(() => layOut(newPiece({ style: { color: '#cccccc' } })), UnscannableStyle)
  assert.throws(
    () => layOut(newPiece({ style: { color: '#ffffff', background: '#000000' } })),
    UnscannableStyle,
  )
})

test('a text with letters that the font lacks is left out and named', () => {
  const layout = layOut(newPiece({ title: '北京饭店', callToAction: 'Hallo 🏨' }))
  assert.deepEqual(layout.leftOut, [
    { field: 'title', characters: ['北', '京', '饭', '店'] },
    { field: 'call_to_action', characters: ['🏨'] },
  ])
  assert.deepEqual([...new Set(linesOf(layout).map(({ of }) => of))], ['address'])
  const right = layOut(
    newPiece({ title: 'مرحبا', callToAction: 'Ελληνικά и по-русски, tiếng Việt' }),
  )
  assert.deepEqual(
    right.leftOut.map(({ field }) => field),
    ['title'],
  )
  assert.deepEqual(right.shortened, [])
})

test('a text is shrunk first, and shortened only if it does not fit at the smallest size', () => {
  const sizeOf = (callToAction: string) => {
    const layout = layOut(newPiece({ kind: 'sticker', size: '50x70', callToAction, title: '' }))
    return { fontSize: linesOf(layout)[0]?.fontSize ?? 0, shortened: layout.shortened }
  }
  const [short, long, endless] = ['Scan', longText.slice(0, 79), 'W'.repeat(80)].map(sizeOf)
  assert.ok((short?.fontSize ?? 0) > (long?.fontSize ?? 0))
  assert.deepEqual([short?.shortened, long?.shortened], [[], []])
  assert.deepEqual(endless?.shortened, ['call_to_action'])
})

test('a tent has two faces that meet at the fold, the upper one upside down', () => {
  const layout = layOut(newPiece({ kind: 'tent', size: 'a6' }))
  assert.deepEqual([layout.width, layout.height], [148, 210])
  assert.deepEqual(
    layout.faces.map(({ y, isTurned }) => [y, isTurned]),
    [
      [0, true],
      [105, false],
    ],
  )
  const folds = layout.marks.filter(({ isFold }) => isFold)
  assert.equal(folds.length, 2)
  for (const { x1, x2, y1, y2 } of folds) {
    assert.deepEqual([y1, y2], [105, 105])
    assert.ok(x2 < 0 || x1 > 148)
  }
  const [across, ...more] = layOut(newPiece({ kind: 'tent', hasMarks: false, size: 'a6' })).marks
  assert.deepEqual([across, more], [{ x1: 0, x2: 148, y1: 105, y2: 105, isFold: true }, []])
})

test('marks are outside of the bleed', () => {
  const { marks, bleed, width, height } = layOut(newPiece())
  assert.equal(marks.length, 8)
  for (const { x1, x2, y1, y2 } of marks) {
    const isBeside = x2 < -bleed || x1 > width + bleed || y2 < -bleed || y1 > height + bleed
    assert.ok(isBeside)
  }
})

const pointsPerMm = 72 / 25.4
const boxesOf = (pdf: Buffer) =>
  Object.fromEntries(
    Array.from(
      pdf.toString('latin1').matchAll(/\/(\w+Box)\[([^\]]*)\]/g),
      ([, name, numbers = '']) => [
        name,
        numbers.split(' ').map((points) => Number((Number(points) / pointsPerMm).toFixed(2))),
      ],
    ).filter(([name]) => /Media|Bleed|Trim/.test(String(name))),
  )

test('a PDF has MediaBox, BleedBox and TrimBox, and an SVG has its size in millimetres', () => {
  const withMarks = layOut(newPiece())
  assert.deepEqual(boxesOf(pdfOfPiece(withMarks)), {
    MediaBox: [0, 0, 230, 317],
    BleedBox: [7, 7, 223, 310],
    TrimBox: [10, 10, 220, 307],
  })
  assert.match(svgOfPiece(withMarks), /width="230mm" height="317mm" viewBox="-10 -10 230 317"/)
  const exact = layOut(newPiece({ bleedMm: 0, hasMarks: false }))
  const page = [0, 0, 210, 297]
  assert.deepEqual(boxesOf(pdfOfPiece(exact)), { MediaBox: page, BleedBox: page, TrimBox: page })
  assert.match(svgOfPiece(exact), /width="210mm" height="297mm" viewBox="0 0 210 297"/)
})

test('the texts of a PDF can be searched, and those of an SVG are outlines with a title', async () => {
  const layout = layOut(newPiece({ title: 'Bar & <Grill>' }))
  const text = await textsOfPdf(pdfOfPiece(layout))
  for (const expected of ['Bar & <Grill>', 'Scan to talk', scanUrl.slice(8)]) {
    assert.ok(text.includes(expected), text)
  }
  const svg = svgOfPiece(layout)
  assert.doesNotMatch(svg, /<text|font-family|<style|<script|<use/)
  assert.match(svg, /<title>Bar &amp; &lt;Grill&gt; qpr\.example\.com\S* Scan to talk<\/title>/)
})

test('the same piece gives the same bytes', () => {
  const layout = () => layOut(newPiece({ kind: 'tent', size: 'a5' }))
  assert.deepEqual(pdfOfPiece(layout()), pdfOfPiece(layout()))
  assert.equal(svgOfPiece(layout()), svgOfPiece(layout()))
})
