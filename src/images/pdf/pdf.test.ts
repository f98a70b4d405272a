import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { TooSmall } from '../code/refusals.ts'
import type { ImageStyle } from '../code/style.ts'
import { assertLooksLikePng, evenSize, lookAlikeStyles } from '../comparing.fixture.ts'
import { scanUrl } from '../logos.fixture.ts'
import type { Pixels } from '../scanning.fixture.ts'
import { renderPdf } from './pdf.ts'

const library = await PDFiumLibrary.init()

const show = async (pdf: Buffer, size: number): Promise<Pixels> => {
  const document = await library.loadDocument(pdf)
  const image = await document.getPage(0).render({ width: size, height: size, render: 'bitmap' })
  document.destroy()
  return { width: image.width, height: image.height, data: new Uint8ClampedArray(image.data) }
}

const pageSizeMm = async (pdf: Buffer): Promise<number[]> => {
  const document = await library.loadDocument(pdf)
  const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize()
  document.destroy()
  return [originalWidth, originalHeight].map((points) => Math.round((points / 72) * 25.4))
}

test('a PDF looks like the PNG, and both decoders read it', async (t) => {
  for (const [name, style] of Object.entries(lookAlikeStyles)) {
    await t.test(name, async () => {
      const size = evenSize(style, 10)
      await assertLooksLikePng(await show(renderPdf(scanUrl, style), size), style)
    })
  }
})

test('a page is as large as asked, 50 mm when omitted', async () => {
  assert.deepEqual(await pageSizeMm(renderPdf(scanUrl, {})), [50, 50])
  for (const sizeMm of [10, 85, 1000]) {
    assert.deepEqual(await pageSizeMm(renderPdf(scanUrl, {}, { sizeMm })), [sizeMm, sizeMm])
  }
})

test('modules too small to be printed are refused, with the smallest size that is enough', () => {
  const long = scanUrl.padEnd(200, 'x')
  assert.throws(
    () => renderPdf(long, {}, { sizeMm: 10 }),
    (error) => {
      assert.ok(error instanceof TooSmall)
      assert.equal(error.unit, 'mm')
      renderPdf(long, {}, { sizeMm: error.smallest })
      return true
    },
  )
})

test('a code without a PNG logo is vectors only', () => {
  for (const style of Object.values(lookAlikeStyles)) {
    const hasImage = renderPdf(scanUrl, style).includes('/Subtype/Image')
    assert.equal(hasImage, style.logo?.mediaType === 'image/png')
  }
})

test('the same code is the same bytes, with no date and no id in them', () => {
  const styles: Partial<ImageStyle>[] = Object.values(lookAlikeStyles)
  for (const style of styles) {
    const pdf = renderPdf(scanUrl, style)
    assert.deepEqual(pdf, renderPdf(scanUrl, style))
    assert.doesNotMatch(pdf.toString('latin1'), /Date|\/ID/)
  }
})
