import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workedMs } from '../../../test/harness/duration.ts'
import { UnscannableStyle } from '../code/refusals.ts'
import { drawPng, pngLogo, svgLogo, svgOf } from '../logos.fixture.ts'
import { type Logo, readLogo } from './logo.ts'

const reasonAgainst = (type: Logo['type'], data: Buffer): string => {
  try {
    readLogo({ type, data })
  } catch (error) {
    if (!(error instanceof UnscannableStyle)) throw error
    assert.deepEqual([error.field, error.code], ['logo', 'invalid_logo'])
    return error.message
  }
  return assert.fail(`It was accepted: ${data.toString().slice(0, 200)}`)
}

test('a logo of more than 64 KB is refused', () => {
  const padding = `<!--${'x'.repeat(65 * 1024)}-->`
  assert.match(reasonAgainst('svg', svgOf(`${padding}<path d="M0 0h9v9z"/>`)), /66 KB.*64 KB/)
})

test('a file under the wrong name is refused', () => {
  assert.match(reasonAgainst('png', Buffer.from(svgLogo.data)), /not a PNG/)
  assert.match(reasonAgainst('svg', Buffer.from(pngLogo.data)), /not in UTF-8/)
  assert.match(reasonAgainst('svg', Buffer.from('<html></html>')), /not an SVG/)
  assert.match(reasonAgainst('svg', Buffer.alloc(0)), /not an SVG/)
})

test('a PNG that is tiny, huge, cut off or damaged is refused', () => {
  const square = (side: number) => drawPng(side, side, () => [0, 0, 0, 255])
  assert.match(reasonAgainst('png', square(7)), /7 × 7 pixels/)
  assert.match(reasonAgainst('png', square(1025)), /1025 × 1025 pixels/)
  assert.match(reasonAgainst('png', pngLogo.data.subarray(0, 400)), /cut off/)
  const damaged = Buffer.from(pngLogo.data)
  damaged.fill(0x55, 60, 200)
  assert.match(reasonAgainst('png', damaged), /damaged/)
})

test('a PNG that swells beyond its own size is refused', () => {
  const lie = drawPng(1000, 1000, () => [0, 0, 0, 255])
  // The header says 8 × 8 pixels, the data goes on.
  lie.writeUInt32BE(8, 16)
  lie.writeUInt32BE(8, 20)
  assert.match(reasonAgainst('png', lie), /damaged/)
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
    svgLogo.data,
  ]),
  'a DOCTYPE with an entity': Buffer.concat([
    Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'),
    svgLogo.data,
  ]),
  'an entity': svgOf('<title>&a;</title><path d="M0 0h9v9z"/>'),
  'a numeric entity': svgOf('<path d="M0 0h9v9z" fill="&#114;ed"/>'),
  CDATA: svgOf('<title><![CDATA[x]]></title>'),
  'an animation': svgOf('<path d="M0 0h9v9z"><animate attributeName="d"/></path>'),
  'an element of another namespace': svgOf('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'),
  'a namespace changed inside': svgOf('<g xmlns="http://www.w3.org/1999/xhtml"/>'),
  'an SVG inside': svgOf('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'),
  'a second root': Buffer.concat([svgLogo.data, svgLogo.data]),
  'an open element': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'),
  'crossed elements': svgOf('<g><defs></g></defs>'),
  'an attribute given twice': svgOf('<path d="M0 0h9v9z" d="M0 0"/>'),
  text: svgOf('<text>Hello</text>'),
  'loose text': svgOf('Hello'),
  'another encoding': Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="utf-7"?>'),
    svgLogo.data,
  ]),
  'bytes that are no text': Buffer.concat([svgLogo.data, Buffer.from([0xff])]),
  'elements without end': svgOf('<g>'.repeat(3000) + '</g>'.repeat(3000)),
}

test('an SVG that could do more than draw is refused', async (t) => {
  for (const [name, data] of Object.entries(harmful)) {
    await t.test(name, () => {
      assert.match(reasonAgainst('svg', Buffer.from(data)), /^The logo cannot be used: /)
    })
  }
})

const undrawn: Record<string, Buffer> = {
  'a gradient': svgOf('<defs><linearGradient id="a"/></defs><path d="M0 0h9v9z"/>'),
  'a group with opacity': svgOf('<g opacity=".5"><path d="M0 0h9v9z"/></g>'),
  dashes: svgOf('<path d="M0 0h9v9z" stroke="red" stroke-dasharray="2 1"/>'),
  'a color that we do not know': svgOf('<path d="M0 0h9v9z" fill="rebeccapurple"/>'),
  'lengths in percent': svgOf('<rect width="50%" height="9"/>'),
  'no size': svgOf('<path d="M0 0h9v9z"/>', ''),
  'a size of zero': svgOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 0 24"'),
  'a size of another proportion': svgOf(
    '<path d="M0 0h9v9z"/>',
    'viewBox="0 0 9 9" width="9" height="5"',
  ),
  'nothing in it': svgOf(''),
  'a path that is none': svgOf('<path d="M0 0 L hello"/>'),
  'a path that does not begin': svgOf('<path d="L9 9"/>'),
  'a transform that is none': svgOf('<path d="M0 0h9v9z" transform="spin(3)"/>'),
  'a transformed root': svgOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 9" transform="scale(2)"'),
  'too much detail': svgOf(`<path d="M0 0${'v24h.01v-24h.01'.repeat(3000)}z"/>`),
  'far too large a curve': svgOf('<path d="M0 0C1e9 0 1e9 1e9 0 1e9z"/>'),
}

test('an SVG that we would draw otherwise than a browser is refused', async (t) => {
  for (const [name, data] of Object.entries(undrawn)) {
    await t.test(name, () => {
      assert.match(reasonAgainst('svg', data), /^The logo cannot be used: /)
    })
  }
})

test('what drawing programs write into plain logos is accepted', () => {
  const accepted = [
    svgOf('<path d="M0 0h9v9z"/>', 'width="24px" height="24px" version="1.1" xml:space="preserve"'),
    svgOf(
      '<style>.cls-1,.b{fill:#231f20;stroke:none}\n.b { fill : red }</style><path class="b" d="M0 0h9v9z"/>',
    ),
    svgOf('<g id="a" data-name="Layer 1" fill="currentColor"><path d="M0 0h9v9z"/></g>'),
    svgOf(
      '<title>Ben &amp; Jerry</title><desc>x</desc><!-- y --><path d="M0 0h9v9z" style="fill:#fff;fill-rule:evenodd"/>',
    ),
    Buffer.concat([Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-8"?>\n'), svgLogo.data]),
  ]
  for (const data of accepted) assert.equal(readLogo({ type: 'svg', data }).kind, 'vector')
})

test('a logo made to keep us busy is refused or read within a second', () => {
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
  for (const data of hostile) {
    const before = workedMs()
    try {
      readLogo({ type: 'svg', data })
    } catch (error) {
      assert.ok(error instanceof UnscannableStyle)
    }
    assert.ok(workedMs() - before < 1000, data.toString().slice(0, 100))
  }
})
