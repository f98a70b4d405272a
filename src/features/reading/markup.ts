import { Unreadable } from './unreadable.ts'

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
