import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAlikeStyles } from '../images/comparing.fixture.ts'
import { pngLogo, pngUpload, scanUrl, svgLogo } from '../images/logos.fixture.ts'
import { renderSvg } from './svg.ts'

const svg = (...parameters: Parameters<typeof renderSvg>) => renderSvg(...parameters).toString()

test('all modules are one path, in a view box of modules', () => {
  for (const style of Object.values(lookAlikeStyles)) {
    const text = svg(scanUrl, style)
    assert.equal(text.match(/<path /g)?.length, 1)
    assert.match(text, /^<svg [^>]*viewBox="0 0 (\d+) \1">/)
  }
})

test('an SVG has the requested size, 512 pixels by default', () => {
  assert.match(svg(scanUrl, {}), /^<svg [^>]*width="512" height="512"/)
  assert.match(svg(scanUrl, {}, { size: 90 }), /^<svg [^>]*width="90" height="90"/)
})

test('square modules keep sharp edges, round ones are smoothed', () => {
  assert.match(svg(scanUrl, {}), /<path [^>]*shape-rendering="crispEdges"/)
  assert.doesNotMatch(svg(scanUrl, { dots: 'dots' }), /crispEdges/)
})

test('an SVG contains no script and no external reference', () => {
  for (const style of Object.values(lookAlikeStyles)) {
    const text = svg(scanUrl, style)
    assert.doesNotMatch(text, /<script|\son\w+=|<foreignObject|<style|<!DOCTYPE|<use/i)
    assert.deepEqual(text.match(/https?:[^"]*/g), ['http://www.w3.org/2000/svg'])
    for (const [, address = ''] of text.matchAll(/href="([^"]*)"/g)) {
      assert.match(address, /^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/=]+$/)
    }
  }
})

test('an SVG contains a PNG logo as it was uploaded, and an SVG logo as plain paths', () => {
  const embedded = (logo: typeof svgLogo) => {
    const [, data = ''] = svg(scanUrl, { logo }).match(/;base64,([^"]*)"/) ?? []
    return Buffer.from(data, 'base64')
  }
  assert.deepEqual(embedded(pngLogo), pngUpload.data)
  const names = embedded(svgLogo).toString().match(/<\w+/g)
  assert.deepEqual(names, ['<svg', '<defs', '<path', '<path'])
})

test('the same code gives the same bytes', () => {
  for (const style of Object.values(lookAlikeStyles)) {
    assert.equal(svg(scanUrl, style), svg(scanUrl, style))
  }
})
