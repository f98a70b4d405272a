import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readNewLogo } from '../drawing/logo.ts'
import { TooSmall } from '../drawing/refusals.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { assertLooksLikePng, evenSize, lookAlikeStyles } from '../images/comparing.fixture.ts'
import { scanUrl, svgOf } from '../images/logos.fixture.ts'
import type { Pixels } from '../images/scanning.fixture.ts'
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

const logos: Record<string, [svg: string, isImage: boolean]> = {
  'curves, rules of filling, lines and opacity': [
    '<g transform="rotate(10 12 12)"><path fill-rule="evenodd" fill="#c00" d="M2 2h20v20H2zM6 6h12v12H6z"/>' +
      '<path d="M7 12q5-9 10 0t-10 0z" opacity=".6"/><path d="M3 20l6-8 6 6 6-9" fill="none" ' +
      'stroke="navy" stroke-width="2" stroke-linejoin="bevel" stroke-linecap="square"/></g>',
    false,
  ],
  'a gradient in a clip': [
    '<linearGradient id="a"><stop stop-color="#a00"/><stop offset="1" stop-color="#00a"/></linearGradient>' +
      '<clipPath id="b"><circle cx="12" cy="12" r="11"/></clipPath>' +
      '<g clip-path="url(#b)"><path fill="url(#a)" d="M0 0h24v24H0z"/></g>',
    true,
  ],
}

test('an SVG logo in a PDF looks like the PNG, as vectors or as a large image', async (t) => {
  for (const [name, [svg, isImage]] of Object.entries(logos)) {
    await t.test(name, async () => {
      const style = { logo: await readNewLogo({ type: 'svg', data: svgOf(svg) }) }
      const pdf = renderPdf(scanUrl, style)
      await assertLooksLikePng(await show(pdf, evenSize(style, 20)), style)
      assert.equal(pdf.includes('/Width 2048/Height 2048'), isImage)
    })
  }
})

test('a page has the requested size, 50 mm by default', async () => {
  assert.deepEqual(await pageSizeMm(renderPdf(scanUrl, {})), [50, 50])
  for (const sizeMm of [10, 85, 1000]) {
    assert.deepEqual(await pageSizeMm(renderPdf(scanUrl, {}, { sizeMm })), [sizeMm, sizeMm])
  }
})

test('modules that are too small to print are refused, with the smallest possible size', () => {
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

test('a code without a PNG logo contains only vectors', () => {
  for (const style of Object.values(lookAlikeStyles)) {
    const hasImage = renderPdf(scanUrl, style).includes('/Subtype/Image')
    assert.equal(hasImage, style.logo?.mediaType === 'image/png')
  }
})

test('the same code gives the same bytes, without a date or an id', () => {
  const styles: Partial<ImageStyle>[] = Object.values(lookAlikeStyles)
  for (const style of styles) {
    const pdf = renderPdf(scanUrl, style)
    assert.deepEqual(pdf, renderPdf(scanUrl, style))
    assert.doesNotMatch(pdf.toString('latin1'), /Date|\/ID/)
  }
})
