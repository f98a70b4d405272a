// The Markdown subset of descriptions: paragraphs, `code`, **bold**, lists, fenced code, tables and
// headings. Everything else, including links, images and HTML, is plain text.

import { type Html, html } from '../../kit/html.ts'

type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'paragraph'; text: string }

/** Headings get the level of their position on the page, regardless of their number of hashes. */
export function markdown(source: string, headingLevel: number): Html {
  return showAll(blocks(source), headingLevel)
}

/**
 * Splits a text at its `#` and `##` headings: the text before the first heading, then each part.
 */
export function chapters(source: string, headingLevel: number) {
  const parts: { title: string; blocks: Block[] }[] = [{ title: '', blocks: [] }]
  for (const block of blocks(source)) {
    const isTitle = block.kind === 'heading' && block.level <= 2
    if (isTitle) parts.push({ title: block.text, blocks: [] })
    else parts.at(-1)?.blocks.push(block)
  }
  const [lead, ...rest] = parts.map((part) => ({
    title: part.title,
    content: showAll(part.blocks, headingLevel),
  }))
  return { lead: lead?.content, rest }
}

/** `code` and **bold** in a line. Asterisks inside code are literal. */
export function inline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)
  return html`${parts.map((part) => {
    if (/^`.+`$/s.test(part)) return html`<code>${part.slice(1, -1)}</code>`
    if (/^\*\*.+\*\*$/s.test(part)) return html`<strong>${part.slice(2, -2)}</strong>`
    return part
  })}`
}

function showAll(found: Block[], headingLevel: number): Html {
  return html`${found.map((block) => show(block, headingLevel))}`
}

function show(block: Block, headingLevel: number): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h${headingLevel}>${inline(block.text)}</h${headingLevel}>`
    case 'code':
      return codeBlock(block.text)
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`
    case 'table':
      return table(block.head, block.rows)
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`
  }
}

/** The block may scroll sideways, so it must be focusable with the keyboard. */
export const codeBlock = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`

function table(head: string[], rows: string[][]): Html {
  return html`<table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}
    </tbody>
  </table>`
}

function blocks(source: string): Block[] {
  const lines = source.split('\n').map((line) => line.trimEnd())
  const found: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const { block, end } = blockAt(lines, at)
    if (block) found.push(block)
    at = end
  }
  return found
}

function blockAt(lines: string[], at: number): { block?: Block; end: number } {
  const line = lines[at] ?? ''
  if (line.trim() === '') return { end: at + 1 }

  const heading = /^(#{1,6}) +(\S.*)$/.exec(line)
  if (heading?.[1] && heading[2]) {
    const level = heading[1].length
    return { block: { kind: 'heading', level, text: heading[2] }, end: at + 1 }
  }
  if (line.startsWith('```')) {
    const end = until(lines, at + 1, (text) => text.startsWith('```'))
    return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end: end + 1 }
  }
  if (isTableAt(lines, at)) {
    const end = until(lines, at, (text) => !text.startsWith('|'))
    const rows = lines.slice(at + 2, end).map(cells)
    return { block: { kind: 'table', head: cells(line), rows }, end }
  }
  if (isItem(line)) {
    const end = until(lines, at, (text) => !isItem(text) && !/^\s+\S/.test(text))
    return { block: { kind: 'list', items: items(lines.slice(at, end)) }, end }
  }
  const end = until(lines, at + 1, (text, index) => text.trim() === '' || startsBlock(lines, index))
  return { block: { kind: 'paragraph', text: lines.slice(at, end).join('\n') }, end }
}

/** The first line from `start` on that the test accepts, or the end of the text. */
function until(
  lines: string[],
  start: number,
  accepts: (line: string, index: number) => boolean,
): number {
  let at = start
  while (at < lines.length && !accepts(lines[at] ?? '', at)) at += 1
  return at
}

function startsBlock(lines: string[], at: number): boolean {
  const line = lines[at] ?? ''
  return /^#{1,6} /.test(line) || line.startsWith('```') || isItem(line) || isTableAt(lines, at)
}

const isItem = (line: string) => /^[-*] +\S/.test(line)

const isTableAt = (lines: string[], at: number) =>
  (lines[at] ?? '').startsWith('|') && /^\|[\s:|-]+\|$/.test(lines[at + 1] ?? '')

/** An indented line continues the item above it. */
function items(lines: string[]): string[] {
  const found: string[] = []
  for (const line of lines) {
    found.push(isItem(line) ? line.slice(1).trim() : `${found.pop() ?? ''} ${line.trim()}`)
  }
  return found
}

/**
 * `\|` is a literal bar inside a cell.
 */
const cells = (line: string) =>
  line
    .slice(1, line.endsWith('|') ? -1 : undefined)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
