// XML in which nothing can hide: elements, attributes, text and comments. A DOCTYPE, an entity of
// one's own, CDATA or a processing instruction is refused, not skipped, because the reader that
// shows the logo in the end might not skip it.
import { invalidLogo } from '../code/refusals.ts'

export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Element[]
  text: string
}

const maxDepth = 32
const name = '[A-Za-z_][\\w.:-]*'
const space = '[ \\t\\r\\n]'
const attribute = `(${name})${space}*=${space}*("[^"<]*"|'[^'<]*')`
const declaration = /^<\?xml[ \t\r\n]+version=["']1\.[01]["']([^?<>]*)\?>/
const comment = /<!--(?!-?>)(?:(?!--).)*-->/sy
const openTag = new RegExp(`<(${name})((?:${space}+${attribute})*)${space}*(/?)>`, 'y')
const closeTag = new RegExp(`</(${name})${space}*>`, 'y')
const characters = /[^<]+/y
const eachAttribute = new RegExp(`${space}+${attribute}`, 'gy')
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

export const parseXml = (data: Buffer): Element => {
  const text = decode(data)
  const start = text.match(declaration)
  if (start?.[1]?.includes('encoding') && !/encoding=["']utf-8["']/i.test(start[1])) {
    throw invalidLogo('the SVG is not in UTF-8')
  }
  const top = { name: '', attributes: new Map<string, string>(), children: [], text: '' }
  const open: Element[] = [top]
  for (let at = start?.[0].length ?? 0; at < text.length; ) at = readNext(text, at, open)
  if (open.length > 1) throw invalidLogo(`<${open.at(-1)?.name}> is never closed in the SVG`)
  const [root, second] = top.children as Element[]
  if (!root || second || top.text.trim() !== '') throw invalidLogo('it is not an SVG')
  return root
}

const decode = (data: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw invalidLogo('the SVG is not in UTF-8')
  }
}

/** Reads one piece into the innermost open element; answers where the next one begins. */
const readNext = (text: string, at: number, open: Element[]): number => {
  const parent = open.at(-1) as Element
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const content = match(characters)
  if (content) {
    parent.text += unescaped(content[0])
    return characters.lastIndex
  }
  if (match(comment)) return comment.lastIndex
  const opening = match(openTag)
  if (opening) {
    const element = {
      name: opening[1] as string,
      attributes: readAttributes(opening[2] ?? ''),
      children: [],
      text: '',
    }
    parent.children.push(element)
    const isEmpty = opening.at(-1) === '/'
    if (!isEmpty && open.push(element) > maxDepth) throw invalidLogo('the SVG is nested too deeply')
    return openTag.lastIndex
  }
  const closing = match(closeTag)
  if (closing?.[1] === parent.name) {
    open.pop()
    return closeTag.lastIndex
  }
  throw invalidLogo(`the SVG has something at character ${at} that is not allowed there`)
}

const readAttributes = (text: string): Map<string, string> => {
  const attributes = new Map<string, string>()
  for (const [, name = '', quoted = ''] of text.matchAll(eachAttribute)) {
    if (attributes.has(name)) throw invalidLogo(`the SVG gives ${name} twice on one element`)
    attributes.set(name, unescaped(quoted.slice(1, -1)))
  }
  return attributes
}

const unescaped = (text: string): string =>
  text.replace(/&[^;]*;?/g, (entity) => {
    const character = entities[entity]
    if (character === undefined) throw invalidLogo('the SVG uses an entity')
    return character
  })
