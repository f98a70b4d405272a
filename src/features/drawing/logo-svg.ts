// Defines which SVG files are accepted. resvg runs no script and loads no resource, and only its
// own drawing is published. A file that uses such features is refused instead of being drawn
// without them. Elements that repeat others are refused too, because a few nested ones draw
// millions.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { invalidLogo, UnscannableStyle } from './refusals.ts'

const namespace = 'http://www.w3.org/2000/svg'
const maxDepth = 32
const described = new Set(['title', 'desc', 'style'])
const known = new Set([
  ...described,
  ...'svg g defs path rect circle ellipse line polyline polygon'.split(' '),
  ...'linearGradient radialGradient stop clipPath'.split(' '),
])
const wayOut = 'Export it as plain paths, or use a PNG'

/** Returns the text of an acceptable file. */
export const checkSvg = (data: Buffer): string => {
  const text = decode(data)
  const parser = new SaxesParser({ xmlns: true })
  const open: string[] = []
  const refuse = (what: string) => () => {
    throw invalidLogo(`the SVG has ${what}. ${wayOut}`)
  }
  // Without a handler the parser throws at the first error.
  parser.on('doctype', refuse('a DOCTYPE'))
  parser.on('cdata', refuse('CDATA'))
  parser.on('processinginstruction', refuse('a processing instruction'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && encoding.toLowerCase() !== 'utf-8') throw invalidLogo('the SVG is not in UTF-8')
  })
  parser.on('opentag', (tag) => {
    checkTag(tag, open)
    if (open.push(tag.local) > maxDepth) throw invalidLogo('the SVG is nested too deeply')
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', (content) => {
    const parent = open.at(-1) ?? ''
    if (parent === 'style') checkStyle(content)
    else if (!described.has(parent) && content.trim() !== '') refuse('text outside of its title')()
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof UnscannableStyle) throw error
    throw invalidLogo(`it is not an SVG: ${(error as Error).message}`)
  }
  return text
}

const decode = (data: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw invalidLogo('the SVG is not in UTF-8')
  }
}

const checkTag = ({ local, uri, attributes }: SaxesTagNS, open: string[]) => {
  const isRoot = open.length === 0
  if (isRoot && (local !== 'svg' || uri !== namespace)) {
    throw invalidLogo(`it is not an SVG: its root must be <svg xmlns="${namespace}">`)
  }
  if (uri !== namespace || !known.has(local) || (local === 'svg' && !isRoot)) {
    throw invalidLogo(
      `the SVG has <${local}>: only shapes, groups and gradients are drawn. ${wayOut}`,
    )
  }
  if (isRoot) checkRoot(attributes)
  const isInClip = local === 'clipPath' || open.includes('clipPath')
  for (const { local: name, value } of Object.values(attributes)) {
    if (/^on/i.test(name)) throw invalidLogo(`the SVG has ${name}, a script`)
    if (elsewhere.test(value) || (name === 'href' && !value.startsWith('#'))) throw outside()
    if (name === 'style') checkStyle(value)
    checkColor(name, value)
    // Nested clips double the work at each level.
    if (name === 'clip-path' && isInClip) throw invalidLogo(`the SVG clips a clip. ${wayOut}`)
  }
}

const checkRoot = ({ viewBox, width, height, transform }: SaxesTagNS['attributes']) => {
  if (transform) throw invalidLogo('the root of the SVG is transformed')
  const [, , boxWidth = 0, boxHeight = 0] =
    viewBox?.value
      .trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  if (viewBox ? boxWidth > 0 && boxHeight > 0 : width && height) return
  throw invalidLogo('the SVG needs a viewBox, or a width and a height in pixels')
}

const elsewhere = /url\(\s*["']?[^#"'\s]/i
const outside = () => invalidLogo(`the SVG has a reference to another file. ${wayOut}`)

/**
 * Refuses references to other files, rules that resvg does not know, escaped letters, and hidden
 * clips.
 */
const checkStyle = (text: string) => {
  if (elsewhere.test(text)) throw outside()
  const [unknown] = /[@\\]|clip-path/i.exec(text) ?? []
  if (unknown) throw invalidLogo(`the SVG has ${unknown} in a style. ${wayOut}`)
  for (const declaration of text.split(/[;{}]/)) {
    const [property = '', value = ''] = declaration.split(':')
    checkColor(property.trim(), value)
  }
}

const colored = new Set(['fill', 'stroke', 'color', 'stop-color'])
const color =
  /^(?:[a-z]+|#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^,()]+,[^,()]+,[^()]+\)|url\(["']?#[^()]*\).*)$/i

/** resvg paints an unknown color black. */
const checkColor = (property: string, value: string) => {
  const text = value.trim()
  if (!colored.has(property) || (color.test(text) && text !== 'rebeccapurple')) return
  throw invalidLogo(
    `the SVG has the color "${text.slice(0, 40)}". Write colors as #rrggbb, or use a PNG`,
  )
}
