// Runs in the child process: reads a page of a website.

import { pagesOf, Unreadable } from './blocks.ts'
import { clean, encodingIn, formOf, isEncoding } from './form.ts'
import { readPage } from './html.ts'
import { linksOn, maxUrlLength } from './links.ts'
import { openFile } from './reader.ts'
import { type NewPassage, piecesOf } from './split.ts'

export interface PageRequest {
  body: Uint8Array
  type: string
  charset: string | null
  url: string
  /** Links to other hosts are left out. */
  host: string
}

export type PageResult =
  | { kind: 'failed'; reason: string }
  | {
      kind: 'read'
      title: string | null
      pieces: NewPassage[]
      pages: number
      /** The addresses of the pages that it links to, as JSON. */
      links: string
      /** The addresses of a sitemap have the depth of the sitemap itself. */
      isSitemap: boolean
      /** Why the page has no passage; null when it has one, and for a sitemap. */
      lack: string | null
    }

const maxPieces = 1000
/** The maximum of a PDF or a text. */
const maxFilePieces = 2000
const maxLinks = 2000
const maxSitemapLinks = 5000

export const readWebPage = async (request: PageRequest): Promise<PageResult> => {
  const { body, type, charset } = request
  try {
    if (formOf(body) === 'pdf') return await readWhole(body)
    if (!/^(text\/|application\/(xhtml\+)?xml$|$)/.test(type)) {
      return { kind: 'failed', reason: `The address is not a web page (${type}).` }
    }
    const text = decode(body, charset)
    if (/<(urlset|sitemapindex)[\s>]/.test(text.slice(0, 2000))) return readSitemap(text, request)
    if (!/html|xml/.test(type) && !/<(html|body)[\s>]/i.test(text.slice(0, 2000))) {
      return await readWhole(body)
    }
    return await readHtmlPage(text, request)
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'failed', reason: error.message }
    throw error
  }
}

const decode = (body: Uint8Array, charset: string | null): string => {
  const named = charset ?? encodingIn(body) ?? 'utf-8'
  return clean(new TextDecoder(isEncoding(named) ? named : 'utf-8').decode(body))
}

const nothing = { title: null, pieces: [], pages: 0, links: '[]', isSitemap: false, lack: null }

/** A page that waits for a script has fewer characters. */
const minCharacters = 200

const lacks = {
  noindex: 'The page asks not to be indexed (noindex), so it was not read.',
  script:
    'The page shows its text only with JavaScript, which is not run. Upload the text as a file, or ' +
    'add the address of a page that has it.',
  text: 'The page has no readable text.',
}

const readHtmlPage = async (text: string, request: PageRequest): Promise<PageResult> => {
  const { title, blocks, links, base, robots, hasScript, isWaiting } = await readPage(text)
  const found = /nofollow|none/.test(robots)
    ? []
    : linksOn(request.host, baseOf(request.url, base), links, maxLinks)
  const facts = { kind: 'read' as const, ...nothing, title, links: JSON.stringify(found) }
  if (/noindex|none/.test(robots)) return { ...facts, lack: lacks.noindex }
  const pieces = piecesOf(blocks, []).slice(0, maxPieces)
  const characters = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  const isShort = characters < (isWaiting ? minCharacters : 1)
  if (hasScript && isShort) return { ...facts, lack: lacks.script }
  if (characters === 0) return { ...facts, lack: lacks.text }
  return { ...facts, pieces, pages: pagesOf(characters) }
}

/** The address that the links of a page are relative to. */
const baseOf = (page: string, base: string | null): URL => {
  const isUsable = base !== null && base.length <= maxUrlLength
  return (isUsable && URL.parse(base, page)) || new URL(page)
}

const readSitemap = (text: string, { url, host }: PageRequest): PageResult => {
  const found = text
    .matchAll(/<loc>\s{0,100}(?:<!\[CDATA\[)?([^<]{1,2000})<\/loc>/g)
    .map(([, link = '']) =>
      link
        .trim()
        .replace(/\]\]>$/, '')
        .replaceAll('&amp;', '&'),
    )
  const links = JSON.stringify(linksOn(host, new URL(url), found, maxSitemapLinks))
  return { kind: 'read', ...nothing, links, isSitemap: true }
}

/** A PDF or a text at an address of its own. */
const readWhole = async (body: Uint8Array): Promise<PageResult> => {
  const file = await openFile(body, { isDrawn: false })
  const path: string[] = []
  const pieces: NewPassage[] = []
  let next: number | null = 0
  while (next !== null && pieces.length < maxFilePieces) {
    const part: Awaited<ReturnType<typeof file.read>> = await file.read(next, path)
    for (const piece of part.pieces) pieces.push(piece)
    next = part.next
  }
  await file.close?.()
  if (pieces.length === 0) throw new Unreadable(file.whenEmpty)
  return { kind: 'read', ...nothing, pieces, pages: file.pages }
}
