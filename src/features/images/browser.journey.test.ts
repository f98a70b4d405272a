// Compares our drawing with a browser: the SVG, and logos in PNG and SVG.
import { after, test } from 'node:test'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import { type Logo, logoPixels, readNewLogo } from '../drawing/logo.ts'
import { renderSvg } from '../drawing/svg.ts'
import { assertAlike, assertLooksLikePng, evenSize, lookAlikeStyles } from './comparing.fixture.ts'
import { drawPng, pngUpload, scanUrl, svgOf, svgUpload } from './logos.fixture.ts'
import { type Pixels, pixelsOf } from './scanning.fixture.ts'

const browser = await launchBrowser()
after(() => browser.close())
const page = await browser.newPage()

const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' }

const show = async (type: Logo['type'], data: Buffer, size: number): Promise<Pixels> => {
  await page.setViewportSize({ width: size, height: size })
  const address = `data:${mediaTypes[type]};base64,${data.toString('base64')}`
  await page.setContent(
    '<!doctype html><style>body{margin:0}img{display:block;object-fit:contain}</style>' +
      `<img src="${address}" width="${size}" height="${size}">`,
  )
  return pixelsOf(await page.screenshot())
}

test('an SVG looks like the PNG in a browser, and both decoders read it', async (t) => {
  for (const [name, style] of Object.entries(lookAlikeStyles)) {
    await t.test(name, async () => {
      const size = evenSize(style, 10)
      await assertLooksLikePng(await show('svg', renderSvg(scanUrl, style, { size }), size), style)
    })
  }
})

const star = 'M12 1l3.5 7.1 7.8 1.1-5.7 5.5 1.4 7.8-7-3.7-7 3.7 1.4-7.8L.7 9.2l7.8-1.1z'
const drawings: Record<string, Logo> = {
  'a circle with a tick': svgUpload,
  'an ellipse of many colors': pngUpload,
  'a PNG smaller than its place': {
    type: 'png',
    data: drawPng(16, 16, (x, y) => [x * 16, 0, y * 16, 255]),
  },
  'every command of a path': svg(
    '<path d="M2 2h8v4H6v4l-4-2zm10 0c2-3 8-1 8 2s4 2 2 6-6 4-6 0-4-4-4-8m-10 12q3-4 6 0t6 0' +
      'a4 3 30 1 1 6 4A3 3 0 00 14 22L2 22zM.5.5.7.9l.2-.3z"/>',
  ),
  'both rules of filling': svg(
    `<path d="${star}M5 5h14v14H5z" fill="#c00"/>` +
      `<path d="${star}M5 5h14v14H5z" fill="navy" fill-rule="evenodd" transform="translate(6 6) scale(.5)"/>`,
  ),
  'every shape': svg(
    '<rect x="1" y="1" width="8" height="6" rx="2"/><rect x="11" y="1" width="6" height="6" ry="1" rx="3"/>' +
      '<circle cx="20" cy="4" r="3"/><ellipse cx="6" cy="12" rx="5" ry="2"/>' +
      '<polygon points="12,10 16,10 14,14"/><polyline points="18 10 22 10 20 14"/>' +
      '<line x1="2" y1="18" x2="22" y2="22" stroke="red" stroke-width="2"/>',
  ),
  'ends and corners of lines': svg(
    `${['butt', 'round', 'square']
      .flatMap((cap, row) =>
        ['miter', 'round', 'bevel'].map(
          (join, column) =>
            `<path d="M${2 + column * 7} ${6 + row * 7}l2-4 2 4" fill="none" stroke="#123456" ` +
            `stroke-width="1.6" stroke-linecap="${cap}" stroke-linejoin="${join}"/>`,
        ),
      )
      .join('')}<path d="M2 23h0M5 23h4l-4 .5" stroke="green" stroke-linecap="round"/>`,
  ),
  'closed lines of curves': svg(
    '<circle cx="8" cy="8" r="5" fill="none" stroke="teal" stroke-width="3"/>' +
      '<path d="M14 14c6-6 6 6 0 6s6-12 0-6z" fill="yellow" stroke="black" stroke-width=".8"/>',
  ),
  'transforms within transforms': svg(
    '<g transform="rotate(20 12 12)"><g transform="translate(4,4) scale(.6 .9)" stroke="red" fill="none">' +
      '<path d="M2 2h20v20z" stroke-width="2" transform="skewX(10)"/></g>' +
      '<path transform="matrix(.3 0 0 -.3 12 20)" d="M0 0h20v20z"/></g>',
  ),
  'opacity over opacity': svg(
    '<path d="M2 2h14v14H2z" fill="red" opacity=".6"/><path d="M8 8h14v14H8z" fill="blue" fill-opacity=".5"/>' +
      '<path d="M2 20h20" stroke="green" stroke-width="3" stroke-opacity=".4"/>',
  ),
  'classes, inheritance, hidden parts': svg(
    '<style>.a{fill:#fa0;stroke:#000} .b{stroke-width:2px}</style>' +
      '<defs><path d="M0 0h24v24H0z"/></defs><g fill="rgb(0, 120, 200)" color="lime">' +
      '<path d="M1 1h8v8H1z"/><path class="a b" d="M12 2h8v8h-8z"/><path fill="currentColor" d="M1 12h8v8H1z"/>' +
      '<path d="M12 13h8v8h-8z" style="fill:#abc;stroke:none" class="a"/><g display="none"><path d="M0 0h24v24z"/></g></g>',
  ),
  gradients: svg(
    '<defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#fa0"/><stop offset="1" stop-color="#06c"/>' +
      '</linearGradient><radialGradient id="b" href="#a"/></defs>' +
      '<rect width="12" height="24" fill="url(#a)"/><circle cx="18" cy="12" r="6" fill="url(#b)"/>',
  ),
  'a group that is cut and shows through': svg(
    '<clipPath id="c"><circle cx="12" cy="12" r="9"/></clipPath><g clip-path="url(#c)" opacity=".6">' +
      '<path d="M0 0h24v12H0z" fill="indigo"/><path d="M0 8h24v16H0z" fill="#0a0"/></g>',
  ),
  'rules for elements, and layers': svg(
    '<style>rect{fill:red} .a{isolation:isolate}</style><g class="a"><rect width="50%" height="9"/></g>',
  ),
  'a PNG larger than its place': {
    type: 'png',
    data: drawPng(800, 400, (x, y) => [
      x >> 2,
      y >> 2,
      Math.hypot(x - 400, y - 200) < 150 ? 200 : 0,
      255,
    ]),
  },
  'a view box that cuts': svg('<circle cx="4" cy="4" r="5"/>', 'viewBox="3 1 6 3"'),
  'a logo higher than wide': svg(
    `<path d="${star}"/>`,
    'width="24" height="48" viewBox="0 -12 24 48"',
  ),
}

function svg(content: string, attributes?: string): Logo {
  return { type: 'svg', data: svgOf(content, attributes) }
}

test('a logo in a PNG and in an SVG looks like the uploaded file in a browser', async (t) => {
  for (const [name, upload] of Object.entries(drawings)) {
    await t.test(name, async () => {
      const side = 200
      const logo = await readNewLogo(upload)
      const rgb = logoPixels(logo, side, [255, 255, 255])
      const data = new Uint8ClampedArray(side * side * 4).fill(255)
      for (let at = 0; at < side * side; at++) data.set(rgb.subarray(at * 3, at * 3 + 3), at * 4)
      const uploaded = await show(upload.type, upload.data, side)
      assertAlike(uploaded, { width: side, height: side, data })
      assertAlike(uploaded, await show(upload.type, logo.data, side))
    })
  }
})
