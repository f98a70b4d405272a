import { getDocumentProxy } from 'unpdf'
import { type Block, maxSourceCharacters, requirePages, tooMuchText, Unreadable } from './blocks.ts'
import { lettersIn, maxPicturesMs, minLetters, openDrawing, type SentPicture } from './pictures.ts'
import type { OpenFile, Unread } from './reader.ts'
import { type NewPassage, piecesOf } from './split.ts'

const pagesAtOnce = 25
const piecesAtOnce = 200
/** A page of small print has 10,000 characters. Each can be an item of its own. */
const maxPageCharacters = 200_000
const maxPageItems = 400_000
/** A part ends after this time, so that its progress is saved. */
const partMs = 2000

/** The part of a text item of pdf.js that is used here. */
interface Item {
  str: string
  transform: number[]
  hasEOL: boolean
}

interface Line {
  text: string
  size: number
  y: number
}

export const openPdf = async (bytes: Uint8Array, isDrawn: boolean): Promise<OpenFile> => {
  const options = { verbosity: 0, isEvalSupported: false, useSystemFonts: false, enableXfa: false }
  // A copy, because the parser takes the bytes away.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), options).catch(refuse)
  const pages = requirePages(pdf.numPages)
  const drawing = openDrawing(bytes)
  let characters = 0

  const blocksOfPage = async (number: number): Promise<Block[]> => {
    const page = await pdf.getPage(number)
    const items = await itemsOf(page)
    page.cleanup()
    characters += items.reduce((sum, { str }) => sum + str.length, 0)
    if (characters > maxSourceCharacters) throw tooMuchText()
    return blocksOfLines(linesOf(items))
  }

  return {
    pages,
    whenEmpty: 'This PDF contains only images of text. Upload one with real text.',
    async read(from, path, tookMs = 0, isSent = false) {
      const pieces: NewPassage[] = []
      const until = performance.now() + partMs
      let done = from
      const isFull = () => done === from + pagesAtOnce || pieces.length >= piecesAtOnce
      const unread: Unread[] = []
      let picture: SentPicture | null = null
      while (done < pages && !isFull() && performance.now() < until && !picture) {
        done += 1
        let blocks = await blocksOfPage(done)
        // Such as a page number above a picture of text.
        if (isDrawn && lettersIn(blocks) < minLetters) {
          const seen = tookMs > maxPicturesMs ? 'late' : await drawing.read(done, isSent)
          if (Array.isArray(seen)) blocks = seen
          else if (typeof seen === 'object') picture = seen
          else if (seen !== 'nothing') unread.push({ page: done, why: seen })
        }
        for (const piece of piecesOf(blocks, path, done)) pieces.push(piece)
      }
      return { pieces, next: done < pages ? done : null, pagesDone: done, unread, picture }
    },
    async close() {
      await Promise.all([pdf.loadingTask.destroy(), drawing.close()])
    },
  }
}

const refuse = (error: Error): never => {
  if (error.name === 'PasswordException') {
    throw new Unreadable(
      'This PDF is protected by a password. Save it without one, then upload it.',
    )
  }
  if (error.name === 'InvalidPDFException' || error.name === 'FormatError') {
    throw new Unreadable('This PDF is damaged. Open it, save it again and upload the copy.')
  }
  throw error
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** The items of a page, read until they exceed what a page can have. Blanks count as one. */
const itemsOf = async (page: Page): Promise<Item[]> => {
  const items: Item[] = []
  let characters = 0
  const reader = page.streamTextContent().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return items
    for (const item of value.items as Item[]) {
      // Marked content has no text.
      if (item.str === undefined) continue
      const str = item.str.replace(/\s+/g, ' ')
      characters += str.length
      items.push({ ...item, str })
    }
    if (characters <= maxPageCharacters && items.length <= maxPageItems) continue
    await reader.cancel(new Error('The page is too large.'))
    throw new Unreadable(
      `Page ${page.pageNumber} of the PDF has too much text. Split it, then upload the parts.`,
    )
  }
}

/** Items with the same base line are one line. */
const linesOf = (items: Item[]): Line[] => {
  const lines: Line[] = []
  let line: Line | null = null
  for (const { str, transform, hasEOL } of items) {
    const [, , c = 0, d = 0, , y = 0] = transform
    const size = Math.hypot(c, d)
    if (line && str.trim() !== '' && Math.abs(y - line.y) > Math.max(size, line.size) / 2) {
      lines.push(line)
      line = null
    }
    if (str !== '') {
      line = line
        ? { text: line.text + str, size: Math.max(line.size, size), y: line.y }
        : { text: str, size, y }
    }
    if (hasEOL && line) {
      lines.push(line)
      line = null
    }
  }
  if (line) lines.push(line)
  return lines
    .map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
}

/** Lines close to each other are a paragraph; a short line in larger letters is a heading. */
const blocksOfLines = (all: Line[]): Block[] => {
  const lines = withoutPageNumber(all)
  const body = usualSize(lines)
  const blocks: Block[] = []
  let paragraph: string[] = []
  let former: Line | null = null
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ level: 0, text: joinLines(paragraph) })
    paragraph = []
  }
  for (const line of lines) {
    const level = levelOf(line, body)
    const last = blocks.at(-1)
    if (
      level > 0 &&
      paragraph.length === 0 &&
      last?.level === level &&
      former?.size === line.size
    ) {
      // The second line of a long heading.
      last.text = `${last.text} ${line.text}`
    } else if (level > 0) {
      flush()
      blocks.push({ level, text: line.text })
    } else {
      if (former && Math.abs(former.y - line.y) > 1.7 * Math.max(line.size, 1)) flush()
      paragraph.push(line.text)
    }
    former = line
  }
  flush()
  return blocks
}

const withoutPageNumber = (lines: Line[]): Line[] =>
  lines.filter(({ text }, at) => {
    const isEdge = at === 0 || at === lines.length - 1
    return !(isEdge && /^[\divxlc.\-–— ]{1,8}$/i.test(text))
  })

/** The size of most letters. */
const usualSize = (lines: Line[]): number => {
  const letters = new Map<number, number>()
  for (const { text, size } of lines) {
    const rounded = Math.round(size * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

const levelOf = ({ text, size }: Line, body: number): number => {
  const ratio = body === 0 ? 1 : size / body
  if (ratio < 1.15 || text.length > 120 || !/\p{Letter}/u.test(text)) return 0
  return ratio >= 1.8 ? 1 : ratio >= 1.4 ? 2 : 3
}

/** A word that is divided at the end of a line becomes whole again. */
const joinLines = (lines: string[]): string => {
  let text = ''
  for (const line of lines) {
    const isDivided = /\p{Letter}-$/u.test(text) && /^\p{Lowercase}/u.test(line)
    text = isDivided ? text.slice(0, -1) + line : text === '' ? line : `${text}\n${line}`
  }
  return text
}
