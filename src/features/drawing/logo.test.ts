import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin, workedMs } from '../../../test/harness/checks/duration.ts'
import { drawPng, pngUpload, svgOf, svgUpload } from '../images/logos.fixture.ts'
import { type Logo, logoPixels, readLogo, readNewLogo } from './logo.ts'
import { UnscannableStyle } from './refusals.ts'

const reasonAgainst = async (type: Logo['type'], data: Buffer): Promise<string> => {
  try {
    await readNewLogo({ type, data })
  } catch (error) {
    if (!(error instanceof UnscannableStyle)) throw error
    assert.deepEqual([error.field, error.code], ['logo', 'invalid_logo'])
    return error.message
  }
  return assert.fail(`It was accepted: ${data.toString().slice(0, 200)}`)
}

test('a logo of more than 64 KB is refused', async () => {
  const padding = `<!--${'x'.repeat(65 * 1024)}-->`
  assert.match(await reasonAgainst('svg', svgOf(`${padding}<path d="M0 0h9v9z"/>`)), /66 KB.*64 KB/)
})

test('a file with the wrong type is refused', async () => {
  assert.match(await reasonAgainst('png', Buffer.from(svgUpload.data)), /not a PNG/)
  assert.match(await reasonAgainst('svg', Buffer.from(pngUpload.data)), /not in UTF-8/)
  assert.match(await reasonAgainst('svg', Buffer.from('<html></html>')), /not an SVG/)
  assert.match(await reasonAgainst('svg', Buffer.alloc(0)), /not an SVG/)
})

test('a tiny, huge, truncated or damaged PNG is refused', async () => {
  const square = (side: number) => drawPng(side, side, () => [0, 0, 0, 255])
  assert.match(await reasonAgainst('png', square(7)), /7 × 7 pixels/)
  assert.match(await reasonAgainst('png', square(1025)), /1025 × 1025 pixels/)
  assert.match(await reasonAgainst('png', pngUpload.data.subarray(0, 400)), /cut off/)
  const damaged = Buffer.from(pngUpload.data)
  damaged.fill(0x55, 60, 200)
  assert.match(await reasonAgainst('png', damaged), /damaged/)
})

test('a PNG with more data than its size is refused', async () => {
  const lie = drawPng(1000, 1000, () => [0, 0, 0, 255])
  // The header says 8 × 8 pixels, but more data follows.
  lie.writeUInt32BE(8, 16)
  lie.writeUInt32BE(8, 20)
  assert.match(await reasonAgainst('png', lie), /damaged/)
})

const harmful: Record<string, string | Buffer> = {
  'a script': svgOf('<script>alert(1)</script>'),
  'an event attribute': svgOf('<path d="M0 0h9v9z" onload="alert(1)"/>'),
  'a foreign object': svgOf(
    '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
  ),
  'an image from elsewhere': svgOf('<image href="https://elsewhere.example/a.png"/>'),
  'an embedded image': svgOf('<image href="data:image/png;base64,AAAA"/>'),
  'a reference': svgOf('<use href="#a"/>'),
  'a link': svgOf('<a href="javascript:alert(1)"><path d="M0 0h9v9z"/></a>'),
  'a filter by url()': svgOf('<path d="M0 0h9v9z" fill="url(#a)"/>'),
  'a style with url()': svgOf('<path d="M0 0h9v9z" style="fill:url(https://elsewhere.example)"/>'),
  'an escaped url()': svgOf('<path d="M0 0h9v9z" style="fill:u\\72l(a)"/>'),
  'a style sheet with @import': svgOf('<style>@import "https://elsewhere.example";</style>'),
  'a style sheet with url()': svgOf('<style>.a{fill:url(#b)}</style>'),
  'a style sheet for elements': svgOf('<style>path{fill:red}</style>'),
  'a style sheet by instruction': Buffer.concat([
    Buffer.from('<?xml-stylesheet href="https://elsewhere.example"?>'),
    svgUpload.data,
  ]),
  'a DOCTYPE with an entity': Buffer.concat([
    Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'),
    svgUpload.data,
  ]),
  'an entity': svgOf('<title>&a;</title><path d="M0 0h9v9z"/>'),
  'a reference in numeric entities': svgOf(
    '<path d="M0 0h9v9z" fill="&#117;rl(https://a.example)"/>',
  ),
  'a thousand copies': svgOf('<g id="a"><path d="M0 0h9v9z"/></g><use href="#a"/>'),
  'an id that closes its attribute': svgOf('<path id="a&quot;>&lt;script>" d="M0 0h9v9z"/>'),
  CDATA: svgOf('<title><![CDATA[x]]></title>'),
  'an animation': svgOf('<path d="M0 0h9v9z"><animate attributeName="d"/></path>'),
  'an element of another namespace': svgOf('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'),
  'a namespace changed inside': svgOf('<g xmlns="http://www.w3.org/1999/xhtml"/>'),
  'an SVG inside': svgOf('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'),
  'a second root': Buffer.concat([svgUpload.data, svgUpload.data]),
  'an open element': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'),
  'crossed elements': svgOf('<g><defs></g></defs>'),
  'an attribute given twice': svgOf('<path d="M0 0h9v9z" d="M0 0"/>'),
  text: svgOf('<text>Hello</text>'),
  'loose text': svgOf('Hello'),
  'another encoding': Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="utf-7"?>'),
    svgUpload.data,
  ]),
  'bytes that are no text': Buffer.concat([svgUpload.data, Buffer.from([0xff])]),
  'elements without end': svgOf('<g>'.repeat(3000) + '</g>'.repeat(3000)),
}

test('an SVG with features beyond drawing is refused', async (t) => {
  for (const [name, data] of Object.entries(harmful)) {
    await t.test(name, async () => {
      assert.match(await reasonAgainst('svg', Buffer.from(data)), /^The logo cannot be used: /)
    })
  }
})

const undrawn: Record<string, Buffer> = {
  dashes: svgOf('<path d="M0 0h9v9z" stroke="red" stroke-dasharray="2 1"/>'),
  'a color that only browsers know': svgOf('<path d="M0 0h9v9z" fill="rebeccapurple"/>'),
  'a color by a function': svgOf('<path d="M0 0h9v9z" style="fill: hwb(120 0% 50%)"/>'),
  'a color by a variable': svgOf('<style>path{fill:var(--a)}</style><path d="M0 0h9v9z"/>'),
  'a mode of blending': svgOf('<path d="M0 0h9v9z" style="mix-blend-mode:multiply"/>'),
  'no size': svgOf('<path d="M0 0h9v9z"/>', ''),
  'a size of zero': svgOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 0 24"'),
  'a stretched view': svgOf(
    '<path d="M0 0h9v9z"/>',
    'viewBox="0 0 9 9" width="9" height="5" preserveAspectRatio="none"',
  ),
  'nothing in it': svgOf(''),
  'nothing to see': svgOf('<path d="M0 0h9v9z" fill="none"/>'),
  'a path that is none': svgOf('<path d="M0 0 L hello"/>'),
  'a path that does not begin': svgOf('<path d="L9 9"/>'),
  'a transformed root': svgOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 9" transform="scale(2)"'),
  'far too large a curve': svgOf('<path d="M0 0C1e9 0 1e9 1e9 0 1e9z"/>'),
}

test('an SVG that programs draw differently is refused', async (t) => {
  for (const [name, data] of Object.entries(undrawn)) {
    await t.test(name, async () => {
      assert.match(await reasonAgainst('svg', data), /^The logo cannot be used: /)
    })
  }
})

const whole = '<path d="M0 0h24v24H0z"/>'
const laborious: Record<string, Buffer> = {
  'too many edges': svgOf(`<path d="M0 0${'v24h.01v-24h.01'.repeat(3000)}z"/>`),
  'too many areas over each other': svgOf(`<g fill-opacity=".5">${whole.repeat(60)}</g>`),
  'too many lines over each other': svgOf(
    `<g stroke-width="20" stroke="red">${whole.repeat(60)}</g>`,
  ),
  'layers within layers': svgOf(`${'<g opacity=".9">'.repeat(20)}${whole}${'</g>'.repeat(20)}`),
  'too many layers': svgOf(`<g opacity=".9">${whole}</g>`.repeat(20)),
  'a gradient of many colors': svgOf(
    `<linearGradient id="a">${Array.from({ length: 100 }, (_, at) => `<stop offset=".${at + 100}"/>`).join('')}</linearGradient><g fill="url(#a)">${whole}</g>`,
  ),
  'too many clips': svgOf(
    `<clipPath id="a">${whole}</clipPath>${`<g clip-path="url(#a)">${whole}</g>`.repeat(20)}`,
  ),
  'a clip of clips': svgOf(
    `<clipPath id="a"><path clip-path="url(#b)" d="M0 0h24v24H0z"/></clipPath>${whole}`,
  ),
  'a clip of clips by a style': svgOf(`<style>path{clip-path:url(#a)}</style>${whole}`),
}

test('an SVG that takes long to draw is refused', async (t) => {
  for (const [name, data] of Object.entries(laborious)) {
    await t.test(name, async () => {
      assert.match(await reasonAgainst('svg', data), /too detailed|clip/)
    })
  }
})

test('a logo that was stored before this limit is still drawn', async () => {
  const data = svgOf(`<g fill-opacity=".5">${whole.repeat(60)}</g>`)
  const logo = await readLogo({ type: 'svg', data })
  assert.ok(logoPixels(logo, 64, [255, 255, 255]).every((value) => value === 0))
})

test('the opacity of a shape applies to its color', async () => {
  const data = svgOf(
    '<path d="M0 0h9v9z" opacity=".5" fill-opacity=".5"/><path d="M0 0h9v9z" opacity=".2" fill="none" stroke="red"/>',
  )
  const { paths } = await readNewLogo({ type: 'svg', data })
  assert.deepEqual([paths?.[0]?.fill?.alpha, paths?.[1]?.stroke?.alpha], [0.25, 0.2])
})

test('gradients, clips and groups with opacity are accepted, as an image in a PDF', async () => {
  const accepted = [
    svgOf(
      '<defs><linearGradient id="a"><stop/><stop offset="1" stop-color="red"/></linearGradient></defs><path d="M0 0h9v9z" fill="url(#a)"/>',
    ),
    svgOf('<g opacity=".5"><path d="M0 0h9v9z"/><path d="M3 3h9v9z"/></g>'),
    svgOf('<path d="M0 0h9v9z" stroke="red" opacity=".5"/>'),
    svgOf(`<clipPath id="a"><circle r="9"/></clipPath><g clip-path="url(#a)">${whole}</g>`),
  ]
  for (const data of accepted) assert.equal((await readNewLogo({ type: 'svg', data })).paths, null)
})

test('width and height of an SVG do not change the aspect ratio of its view box', async () => {
  const data = svgOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 18" width="9" height="5"')
  const { width, height } = await readNewLogo({ type: 'svg', data })
  assert.deepEqual([width, height], [9, 18])
})

test('a simplified SVG contains only shapes and gradients', async () => {
  const data = svgOf(
    '<title>T</title><style>.a{fill:red}</style><g data-x="1" class="a"><rect width="9" height="9" aria-label="x"/></g>',
  )
  const { data: simplified } = await readNewLogo({ type: 'svg', data })
  assert.doesNotMatch(simplified.toString(), /title|style|class|data-x|aria/)
})

test('the output of drawing programs for plain logos is accepted', async () => {
  const accepted = [
    svgOf('<path d="M0 0h9v9z"/>', 'width="24px" height="24px" version="1.1" xml:space="preserve"'),
    svgOf(
      '<style>.cls-1,.b{fill:#231f20;stroke:none}\n.b { fill : red }</style><path class="b" d="M0 0h9v9z"/>',
    ),
    svgOf('<path d="M0 0h9v9z" fill="&#114;ed" transform="spin(3)"/>'),
    svgOf(
      '<path d="M0 0h24v24H0z" fill="none"/><rect width="50%" height="9" fill="hsl(120, 100%, 25%)"/>',
    ),
    svgOf(
      '<style>path{fill:red} .a{isolation:isolate}</style><g class="a"><path d="M0 0h9v9z"/></g>',
    ),
    svgOf('<g id="a" data-name="Layer 1" fill="currentColor"><path d="M0 0h9v9z"/></g>'),
    svgOf(
      '<title>Ben &amp; Jerry</title><desc>x</desc><!-- y --><path d="M0 0h9v9z" style="fill:#fff;fill-rule:evenodd"/>',
    ),
    Buffer.concat([Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-8"?>\n'), svgUpload.data]),
  ]
  for (const data of accepted) assert.ok((await readNewLogo({ type: 'svg', data })).paths)
})

test('a logo that is built to waste time is refused or read within a second', async () => {
  const [digits, spaces] = ['1'.repeat(60_000), ' '.repeat(60_000)]
  const hostile = [
    svgOf(`<path d="M0 0h9v9z" transform="scale(${digits}x)"/>`),
    svgOf(`<path d="M0 0h9v9z" stroke-width="${digits}x"/>`),
    svgOf('<path d="M0 0h9v9z"/>', `viewBox="0 0 9 9" width="${digits}x"`),
    svgOf(`<path d="M0 0h9v9z" style="fill:${spaces}:"/>`),
    svgOf(`<style>${'/*'.repeat(30_000)}</style>`),
    svgOf(`<style>${'.a,'.repeat(20_000)}</style>`),
    svgOf(`<path ${'a="" '.repeat(12_000)}`),
    svgOf(
      `<title>${'&amp;'.repeat(12_000)}</title><path d="M0 0${'c9 9 9 9 9 0'.repeat(4_500)}"/>`,
    ),
    svgOf(
      `<path fill="none" stroke="red" stroke-linejoin="round" d="M0 0${'l9 9-9 3'.repeat(7_000)}"/>`,
    ),
  ]
  hostile.push(
    svgOf(
      `<style>${'.a,b{fill:red}'.repeat(1500)}</style>${'<path class="a" d="M0 0h1v1z"/>'.repeat(1200)}`,
    ),
    svgOf(`<path stroke="red" stroke-dasharray=".0001" d="M0 0${'l9 9-9 3'.repeat(2000)}"/>`),
    svgOf(
      `${Array.from({ length: 1000 }, (_, index) => `<linearGradient id="a${index}" href="#a${index + 1}"/>`).join('')}` +
        `<g fill="url(#a0)">${'<path d="M0 0h1v1z"/>'.repeat(500)}</g>`,
    ),
  )
  for (const data of hostile) {
    const before = workedMs()
    try {
      await readNewLogo({ type: 'svg', data })
    } catch (error) {
      assert.ok(error instanceof UnscannableStyle)
    }
    assert.ok(isWithin(workedMs() - before, 1000), data.toString().slice(0, 100))
  }
})
