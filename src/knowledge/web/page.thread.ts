// Runs in a worker thread: reads a page of a website.
import { openFile } from '../processing/files.ts'
import { clean, formOf } from '../processing/form.ts'
import { readPage } from '../processing/html.ts'
import { type Piece, piecesOf } from '../processing/split.ts'
import { pagesOf, Unreadable } from '../processing/unreadable.ts'

export interface PageRequest {
  body: Uint8Array
  type: string
  charset: string | null
}

export type PageResult =
  | { kind: 'failed'; reason: string }
  | {
      kind: 'read'
      title: string | null
      pieces: Piece[]
      pages: number
      /** As they are written in the page, or in the sitemap. */
      links: string[]
      base: string | null
      /** Its addresses have the depth of the sitemap itself. */
      isSitemap: boolean
    }

const mostPieces = 1000
const mostSitemapLinks = 5000

export const readWebPage = async ({ body, type, charset }: PageRequest): Promise<PageResult> => {
  try {
    if (formOf(body) === 'pdf') return await readWhole(body)
    if (!/^(text\/|application\/(xhtml\+)?xml$|$)/.test(type)) {
      return { kind: 'failed', reason: `The address is not a web page (${type}).` }
    }
    const text = decode(body, charset)
    if (/<(urlset|sitemapindex)[\s>]/.test(text.slice(0, 2000))) return readSitemap(text)
    if (!/html|xml/.test(type) && !/<(html|body)[\s>]/i.test(text.slice(0, 2000))) {
      return await readWhole(body)
    }
    return await readHtmlPage(text)
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'failed', reason: error.message }
    throw error
  }
}

const decode = (body: Uint8Array, charset: string | null): string => {
  const head = Buffer.from(body.subarray(0, 2000)).toString('latin1')
  const named = charset ?? /<meta[^>]{1,200}charset=["']?([\w-]{1,40})/i.exec(head)?.[1] ?? 'utf-8'
  try {
    return clean(new TextDecoder(named).decode(body))
  } catch {
    return clean(new TextDecoder().decode(body))
  }
}

const nothing = { title: null, pieces: [], pages: 0, links: [], base: null, isSitemap: false }

const readHtmlPage = async (text: string): Promise<PageResult> => {
  const { title, blocks, links, base, robots } = await readPage(text)
  const follows = !/nofollow|none/.test(robots)
  const facts = { kind: 'read' as const, ...nothing, title, links: follows ? links : [], base }
  if (/noindex|none/.test(robots)) return facts
  const pieces = piecesOf(blocks, []).slice(0, mostPieces)
  const characters = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  return { ...facts, pieces, pages: pieces.length === 0 ? 0 : pagesOf(characters) }
}

const readSitemap = (text: string): PageResult => {
  const found = text.matchAll(/<loc>([^<]{1,2000})<\/loc>/g)
  const links = Array.from(found.take(mostSitemapLinks), ([, link = '']) =>
    link
      .trim()
      .replaceAll('&amp;', '&')
      .replace(/^<!\[CDATA\[|\]\]>$/g, ''),
  )
  return { kind: 'read', ...nothing, links, isSitemap: true }
}

/** A PDF or a text at an address of its own. */
const readWhole = async (body: Uint8Array): Promise<PageResult> => {
  const file = await openFile(body)
  const path: string[] = []
  const pieces: Piece[] = []
  let next: number | null = 0
  while (next !== null) {
    const part: Awaited<ReturnType<typeof file.read>> = await file.read(next, path)
    pieces.push(...part.pieces)
    next = part.next
  }
  await file.close?.()
  if (pieces.length === 0) throw new Unreadable(file.whenEmpty)
  return { kind: 'read', ...nothing, pieces, pages: file.pages }
}
