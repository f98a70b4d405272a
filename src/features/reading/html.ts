import { Readability } from '@mozilla/readability'
import { type Block, createBlocks, Unreadable } from './blocks.ts'

/** The part of a node of the document that is used here. */
interface Node {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: Iterable<Node>
  attributes?: { length: number }
  getAttribute?(name: string): string | null
  remove?(): void
}

const skipped = new Set([
  ...['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'SVG', 'NAV', 'IFRAME', 'OBJECT', 'CANVAS'],
  ...['HEAD', 'BUTTON', 'SELECT', 'FORM', 'DIALOG'],
])
const blockElements = new Set([
  ...['P', 'DIV', 'SECTION', 'ARTICLE', 'MAIN', 'UL', 'OL', 'LI', 'DL', 'DT', 'DD', 'PRE', 'TR'],
  ...['BLOCKQUOTE', 'FIGURE', 'FIGCAPTION', 'TABLE', 'TBODY', 'THEAD', 'HR', 'ADDRESS', 'DETAILS'],
  ...['HEADER', 'FOOTER', 'ASIDE', 'SUMMARY', 'BODY', 'CAPTION', 'FIELDSET'],
])
/** A document of people has fewer levels. */
const deepest = 200

/** The text of a document as headings and paragraphs. */
const blocksOfElement = (root: Node): Block[] => {
  const { blocks, add } = createBlocks()
  let text = ''

  const flush = (prefix = '') => {
    const trimmed = text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim()
    if (trimmed !== '') add(0, prefix + trimmed)
    text = ''
  }

  const walk = (node: Node, depth: number, isPreformatted: boolean) => {
    if (depth > deepest) return
    if (node.nodeType === 3) {
      const content = node.textContent ?? ''
      text += isPreformatted ? content : content.replace(/\s+/g, ' ')
      return
    }
    const name = node.nodeName.toUpperCase()
    if (node.nodeType !== 1 && node.nodeType !== 11) return
    if (skipped.has(name) || node.getAttribute?.('aria-hidden') === 'true') return
    const level = /^H([1-6])$/.exec(name)?.[1]
    if (level !== undefined) {
      flush()
      const heading = (node.textContent ?? '')
        .replace(/\s+/g, ' ')
        .replace(/[¶#]\s*$/, '')
        .trim()
      if (heading !== '') add(Number(level), heading)
      return
    }
    if (name === 'BR') text += '\n'
    if (name === 'TR') {
      flush()
      const row = cellsOf(node).join(' | ')
      if (row.replaceAll('|', '').trim() !== '') add(0, row)
      return
    }
    const isBlock = blockElements.has(name)
    if (isBlock) flush()
    for (const child of node.childNodes) walk(child, depth + 1, isPreformatted || name === 'PRE')
    if (isBlock) flush(name === 'LI' ? '- ' : '')
  }

  walk(root, 0, false)
  flush()
  return blocks
}

const cellsOf = (row: Node): string[] =>
  [...row.childNodes]
    .filter(({ nodeName }) => /^T[DH]$/i.test(nodeName))
    .map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim())

interface HtmlDocument {
  title: string | null
  blocks: Block[]
  /** The addresses of its links, as they are written. */
  links: string[]
  /** The address that the document itself is based on. */
  base: string | null
  /** `noindex` and `nofollow` of the page. */
  robots: string
  hasScript: boolean
  /** The place for what scripts show has no text yet. */
  isWaiting: boolean
}

/** Where the usual frameworks put what their scripts show. */
const appRoots = '#root, #app, #__next, #__nuxt, app-root, [ng-app], [data-reactroot]'

const maxLinks = 2000

/** A file: everything but its navigation. */
export const readHtml = async (html: string): Promise<HtmlDocument> => {
  const document = await parse(html)
  removeUnseen(document.documentElement)
  return { ...factsOf(document), blocks: blocksOfDocument(document) }
}

/** `until-found` is shown to those who search for it. */
const isHidden = (element: Node): boolean =>
  !['until-found', null].includes(element.getAttribute?.('hidden') ?? null) ||
  styleOf(element, 'display')?.startsWith('none') === true

/** What the element itself says; the last of several counts. */
const styleOf = (element: Node, name: string): string | undefined =>
  (element.getAttribute?.('style') ?? '')
    .toLowerCase()
    .split(';')
    .map((one) => one.split(':', 2).map((part) => part.trim()))
    .findLast(([property]) => property === name)?.[1]

/** Whether its letters have the size 0; null when it does not say. */
const isTiny = (element: Node): boolean | null => {
  const size = styleOf(element, 'font-size')
  return size === undefined ? null : /^0(?:\.0{1,9})?(?:[a-z%]|\s|!|$)/.test(size)
}

/** Removes text that nobody can see. It may be made for search engines, or against assistants. */
const removeUnseen = (root: Node) => {
  const open = [{ node: root, isSmall: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, isSmall } = next
    for (const child of [...node.childNodes]) {
      if ((child.nodeType === 3 && isSmall) || (child.nodeType === 1 && isHidden(child))) {
        child.remove?.()
      } else if (child.nodeType === 1) {
        open.push({ node: child, isSmall: isTiny(child) ?? isSmall })
      }
    }
  }
}

/** A page of a website: its article, without what surrounds it. */
export const readPage = async (whole: string): Promise<HtmlDocument> => {
  const html = boundTags(whole)
  const document = await parse(html)
  const facts = factsOf(document)
  removeUnseen(document.documentElement)
  for (const part of document.querySelectorAll('body > header, body > footer, aside')) part.remove()
  const all = blocksOfDocument(document)
  if (!isReadable(document.documentElement)) return { ...facts, blocks: all }
  // Readability changes the document, so it gets a copy.
  const copy = await parse(html)
  removeUnseen(copy.documentElement)
  const readable = copy as unknown as ReadableDocument
  const article = new Readability(readable, { charThreshold: 200 }).parse()
  const main = article?.content ? blocksOfDocument(await parse(article.content)) : []
  // An article that lost most of the text is a mistake, such as on a page of many small parts.
  return { ...facts, blocks: lengthOf(main) >= lengthOf(all) / 2 ? main : all }
}

/** Each tag becomes an object. A page of people has fewer. */
const maxTags = 50_000

/** The page up to its last tag that is read. */
const boundTags = (html: string): string => {
  let at = -1
  for (let tags = 0; tags <= maxTags; tags++) {
    at = html.indexOf('<', at + 1)
    if (at < 0) return html
  }
  return html.slice(0, at)
}

/** Readability takes seconds for a page of this size, and a minute for 1,000 nested elements. */
const maxReadable = { elements: 5000, attributes: 20_000, characters: 1_000_000, depth: 60 }

const isReadable = (root: Node): boolean => {
  const sizes = { elements: 0, attributes: 0, characters: 0 }
  const open = [{ node: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next
    if (node.nodeType === 3) sizes.characters += node.textContent?.length ?? 0
    if (node.nodeType !== 1) continue
    sizes.elements += 1
    sizes.attributes += node.attributes?.length ?? 0
    if (depth > maxReadable.depth || sizes.elements > maxReadable.elements) return false
    for (const child of node.childNodes) open.push({ node: child, depth: depth + 1 })
  }
  return sizes.attributes <= maxReadable.attributes && sizes.characters <= maxReadable.characters
}

/** The parser needs a complete document: of a fragment it would keep the first element. */
const parse = async (html: string): Promise<ParsedDocument> => {
  requireModestHtml(html)
  // 0.2 s and 20 MB to load, so only for HTML.
  const { parseHTML } = await import('linkedom')
  return parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document
}

const blocksOfDocument = (document: ParsedDocument): Block[] =>
  blocksOfElement(document.querySelector('body') ?? document.documentElement)

const lengthOf = (blocks: Block[]): number => blocks.reduce((sum, { text }) => sum + text.length, 0)

type ReadableDocument = ConstructorParameters<typeof import('@mozilla/readability').Readability>[0]
type ParsedDocument = ReturnType<typeof import('linkedom')['parseHTML']>['document']

const factsOf = (document: ParsedDocument) => {
  const root = document.querySelector(appRoots)
  const title = document.querySelector('title')?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  const anchors = [...document.querySelectorAll('a[href]')].slice(0, maxLinks)
  return {
    title: title === '' ? null : title.slice(0, 200).toWellFormed(),
    links: anchors
      .filter((anchor) => !/\bnofollow\b/i.test(anchor.getAttribute('rel') ?? ''))
      .map((anchor) => anchor.getAttribute('href') ?? ''),
    base: document.querySelector('base[href]')?.getAttribute('href') ?? null,
    robots: (
      document.querySelector('meta[name="robots" i]')?.getAttribute('content') ?? ''
    ).toLowerCase(),
    hasScript: document.querySelector('script') !== null,
    isWaiting: (root?.textContent?.trim().length ?? maxWaiting) < maxWaiting,
  }
}

/** Such as "Loading…". */
const maxWaiting = 200

/** A document of 2,000 pages has fewer. Each takes some hundred bytes in memory. */
const maxHtmlElements = 1_000_000
/** The XML of a DOCX has many elements for each word. */
const maxXmlElements = 4_000_000
/** For deeper elements the parsers take quadratic time, or overflow the stack. */
const maxDepth = 5000

/** Elements without an end, or whose end is often omitted. They do not nest. */
const flat = new Set(
  (
    'area base br col embed hr img input link meta source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot option optgroup colgroup'
  ).split(' '),
)

/** Refuses HTML that a parser would work on for minutes. */
export const requireModestHtml = (html: string) => {
  requireFewElements(html, maxHtmlElements)
  let depth = 0
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    if (flat.has(name.toLowerCase())) continue
    depth = end ? Math.max(0, depth - 1) : depth + 1
    if (depth > maxDepth) throw tooDeep()
  }
}

/** The same for XML, where each element has an end. */
export const requireModestXml = (xml: string) => {
  requireFewElements(xml, maxXmlElements)
  let depth = 0
  for (const [tag, end] of xml.matchAll(/<(\/?)[a-z_][^<>]*>/gi)) {
    if (end) depth = Math.max(0, depth - 1)
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > maxDepth) throw tooDeep()
  }
}

const requireFewElements = (text: string, maximum: number) => {
  let count = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) count += 1
  if (count <= maximum) return
  throw new Unreadable('The document has too many elements. Split it into several files.')
}

const tooDeep = () => new Unreadable('The elements of the document are nested too deeply.')
