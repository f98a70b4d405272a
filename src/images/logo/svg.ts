// A logo in SVG becomes filled polygons, which PNG and PDF draw alike; a browser draws the file
// itself. So only what we draw as a browser does is accepted, and what could do more than draw
// (scripts, references, embedded pages, animation) is not even known here.

import { invalidLogo } from '../code/refusals.ts'
import { type Affine, after, parseTransform } from './affine.ts'
import { type Detail, fillsOf, logoUnits, newDetail } from './fills.ts'
import type { Fill, VectorLogo } from './logo.ts'
import { type ClassRules, inherit, initialPaint, type Paint, readRules } from './paint.ts'
import { lengthOf, pathDataOf, shapeAttributes } from './shapes.ts'
import { type Element, parseXml } from './xml.ts'

const namespace = 'http://www.w3.org/2000/svg'
const containers = new Set(['svg', 'g', 'defs', 'title', 'desc', 'style'])
const rootAttributes = new Set(
  'xmlns width height viewBox preserveAspectRatio x y version baseProfile'.split(' '),
)
// Read elsewhere, or without effect on what is drawn.
const idleAttributes =
  /^(id|class|style|transform|role|focusable|type|xml:space|(data|aria)-[\w-]{1,100})$/
const namespaceDeclaration = /^xmlns:\w+$/

export const readSvg = (data: Buffer): VectorLogo => {
  const root = parseXml(data)
  if (root.name !== 'svg' || root.attributes.get('xmlns') !== namespace) {
    throw invalidLogo(`it is not an SVG: its root must be <svg xmlns="${namespace}">`)
  }
  const viewBox = viewBoxOf(root)
  const scale = logoUnits / Math.max(viewBox.width, viewBox.height)
  const [width, height] = [viewBox.width * scale, viewBox.height * scale]
  const place = { a: scale, b: 0, c: 0, d: scale, dx: -viewBox.x * scale, dy: -viewBox.y * scale }
  const rules = readRules(elementsNamed(root, 'style').map(({ text }) => text))
  const fills = draw(root, { root, rules, detail: newDetail(height) }, initialPaint, place)
  if (fills.length === 0) throw invalidLogo('the SVG draws nothing')
  return { kind: 'vector', width, height, fills }
}

interface Context {
  readonly root: Element
  readonly rules: ClassRules
  readonly detail: Detail
}

const draw = (element: Element, context: Context, outer: Paint, base: Affine): Fill[] => {
  const properties = checkAttributes(element, element === context.root)
  if (['title', 'desc', 'style'].includes(element.name)) return []
  if (element.text.trim() !== '') throw invalidLogo('the SVG has text outside of its title')
  const paint = inherit(outer, element, properties, context.rules)
  const place = after(base, parseTransform(element.attributes.get('transform')))
  const isContainer = containers.has(element.name)
  if (isContainer && paint.opacity < 1) throw invalidLogo('the SVG has a group with opacity')
  const inner = element.children.flatMap((child) => draw(child, context, paint, place))
  // What is only defined is not drawn, and without references nothing else can draw it.
  if (element.name === 'defs' || paint.isHidden) return []
  if (isContainer) return inner
  return fillsOf(pathDataOf(element), paint, place, context.detail)
}

/** Refuses what is not known; answers the attributes that say how to paint. */
const checkAttributes = ({ name, attributes }: Element, isRoot: boolean): [string, string][] => {
  const ofShape = shapeAttributes.get(name)
  if ((!ofShape && !containers.has(name)) || (name === 'svg' && !isRoot)) {
    throw invalidLogo(`the SVG has <${name}>: only plain shapes and groups are drawn. ${wayOut}`)
  }
  return [...attributes].filter(([attribute, value]) => {
    if (/^on|href$/i.test(attribute)) {
      throw invalidLogo(`the SVG has ${attribute}: neither scripts nor references are allowed`)
    }
    if (/url\s*\(/i.test(value)) throw invalidLogo(`the SVG has a reference, url(). ${wayOut}`)
    if (isRoot && attribute === 'transform') throw invalidLogo('the root of the SVG is transformed')
    if (isRoot && rootAttributes.has(attribute)) return false
    if (idleAttributes.test(attribute) || ofShape?.includes(attribute)) return false
    if (namespaceDeclaration.test(attribute)) return false
    return true
  })
}

const wayOut = 'Export it as plain paths, or use a PNG'

const viewBoxOf = ({ attributes }: Element) => {
  const fit = attributes.get('preserveAspectRatio') ?? 'xMidYMid meet'
  if (!/^xMidYMid( meet)?$/.test(fit)) throw invalidLogo('the SVG has a preserveAspectRatio')
  const [width, height] = ['width', 'height'].map((name) => pixels(attributes.get(name)))
  const given = attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const box = given ?? [0, 0, width ?? 0, height ?? 0]
  const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = box
  const isUsable = box.length === 4 && box.every(Number.isFinite) && boxWidth > 0 && boxHeight > 0
  if (!isUsable) throw invalidLogo('the SVG needs a viewBox, or a width and a height in pixels')
  const ratio = boxWidth / boxHeight
  // Outside of this nothing could be recognized, and our arithmetic would suffer.
  if (ratio < 0.1 || ratio > 10) throw invalidLogo('the SVG is more than ten times as long as wide')
  if (boxWidth < 1e-3 || boxWidth > 1e6) throw invalidLogo('the SVG has an absurd viewBox')
  if (width && height && Math.abs(width / height / ratio - 1) > 0.01) {
    throw invalidLogo('width and height of the SVG have another proportion than its viewBox')
  }
  return { x, y, width: boxWidth, height: boxHeight }
}

/** Undefined for what is relative to a page, such as 100%. */
const pixels = (length = ''): number | undefined =>
  /^[\d.]+(px)?$/.test(length.trim()) ? lengthOf(length) : undefined

const elementsNamed = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => elementsNamed(child, name)),
]
