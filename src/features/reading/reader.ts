// Runs in the child process: reads a file in parts.

import { type Block, pagesOf, requirePages, Unreadable } from './blocks.ts'
import { decodeText, formOf, isHtml } from './form.ts'
import { readHtml, requireModestXml } from './html.ts'
import { openZip, type Zip } from './office.ts'
import { openPdf } from './pdf.ts'
import { readPhoto, type SentPicture } from './pictures.ts'
import { mainOfPptx, readPptx } from './pptx.ts'
import { type NewPassage, piecesOf } from './split.ts'
import { blocksOfCsv, blocksOfMarkdown, isCsv } from './texts.ts'
import { mainOfXlsx, readXlsx } from './xlsx.ts'

export interface PartRequest {
  /** Identifies the file: the process keeps it open between two parts. */
  key: string
  /** The position that the former part returned; 0 at the beginning. */
  from: number
  /** The headings above the first piece. */
  path: string[]
  /** The encoding of a text that its owner chose; null: guessed. */
  encoding: string | null
  /** The time that the former parts took. Absent: none. */
  tookMs?: number
  /** A model reads the pictures for which the packages are missing. */
  isSent?: boolean
}

/** A page of a PDF that has no text and was not read: packages are missing, or time or memory was over. */
export interface Unread {
  page: number
  why: 'missing' | 'hard' | 'late'
}

export type Part =
  /** The process does not have the file open: send it. */
  | { kind: 'missing' }
  | { kind: 'failed'; reason: string }
  | {
      kind: 'part'
      pieces: NewPassage[]
      path: string[]
      /** Null at the end. */
      next: number | null
      tookMs: number
      pagesDone: number
      pages: number
      /** The reason of failure if no part has a piece. */
      whenEmpty: string
      /** What the owner should know about a file that was read. */
      note: string | null
      /** The encoding of a text that does not name it. */
      guess: string | null
      unread: Unread[]
      /** The last page that is done, for a model: it has no pieces yet. */
      picture: SentPicture | null
    }

export interface OpenFile {
  pages: number
  whenEmpty: string
  note?: string | null
  guess?: string | null
  /** Appends to `path` while it passes headings. */
  read(
    from: number,
    path: string[],
    tookMs?: number,
    isSent?: boolean,
  ): Promise<{
    pieces: NewPassage[]
    next: number | null
    pagesDone: number
    unread?: Unread[]
    picture?: SentPicture | null
  }>
  close?(): Promise<void>
}

/** Only the last file, because the process has a limited memory. */
let opened: { key: string; file: OpenFile } | null = null

/** Without its bytes the file is expected to be open. */
export const readKnowledge = async (
  { key, from, path, tookMs: formerMs, encoding, isSent = false }: PartRequest,
  bytes?: Uint8Array,
): Promise<Part> => {
  const startedAt = performance.now()
  try {
    if (opened?.key !== key) {
      await opened?.file.close?.()
      opened = null
      if (!bytes) return { kind: 'missing' }
      opened = { key, file: await openFile(bytes, { encoding, isSent }) }
    }
    const { pages, whenEmpty, note = null, guess = null } = opened.file
    const read = await opened.file.read(from, path, formerMs, isSent)
    const { unread = [], picture = null, ...part } = read
    if (part.next === null) {
      await opened.file.close?.()
      opened = null
    }
    const tookMs = performance.now() - startedAt
    return { kind: 'part', ...part, path, pages, tookMs, whenEmpty, note, guess, unread, picture }
  } catch (error) {
    opened = null
    if (error instanceof Unreadable) return { kind: 'failed', reason: error.message }
    throw error
  }
}

const piecesAtOnce = 200

interface OpenOptions {
  /** The encoding of a text that its owner chose; null: guessed. */
  encoding?: string | null
  /** Pages of a PDF without text are read as pictures, which takes seconds for each. */
  isDrawn?: boolean
  /** A photo is left to a model where the packages are missing. */
  isSent?: boolean
}

/** Opens a file by its content, regardless of its name. */
export const openFile = async (
  bytes: Uint8Array,
  { encoding = null, isDrawn = true, isSent = false }: OpenOptions = {},
): Promise<OpenFile> => {
  const form = formOf(bytes)
  if (form === 'pdf') return await openPdf(bytes, isDrawn)
  if (form === 'picture') {
    const seen = await readPhoto(bytes, isSent)
    return Array.isArray(seen) ? ofBlocks(seen) : ofPicture(seen)
  }
  if (form === 'zip') return ofBlocks(await readZip(bytes))
  if (form === null) throw new Unreadable('This file type is not supported.')
  const { text, guess } = decodeText(bytes, encoding)
  const about = { note: noteOf(guess), guess }
  if (isHtml(text)) return { ...ofBlocks((await readHtml(text)).blocks), ...about }
  const blocks = (await isCsv(text)) ? await blocksOfCsv(text) : blocksOfMarkdown(text)
  return { ...ofBlocks(blocks), ...about }
}

const noteOf = (guess: string | null): string | null =>
  guess &&
  `The file is not in UTF-8 and was read as ${guess}. If letters are wrong, choose ` +
    'another encoding.'

const mainOfDocx = 'word/document.xml'

const readDocx = async (zip: Zip): Promise<Block[]> => {
  // A relationship can name any part, so mammoth reads all of them through our limit.
  const file = {
    exists: zip.has,
    read: async (name: string, encoding?: string) => {
      const part = zip.read(name)
      if (!encoding) return part
      const xml = new TextDecoder(encoding).decode(part)
      requireModestXml(xml)
      return xml
    },
  }
  // 0.1 s and 18 MB to load.
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    // The types of mammoth do not mention that it accepts an opened file.
    { file } as unknown as { buffer: Buffer },
    {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
    },
  )
  return (await readHtml(value)).blocks
}

/** By the part that each of them must have. */
const officeReaders: [part: string, read: (zip: Zip) => Block[] | Promise<Block[]>][] = [
  [mainOfDocx, readDocx],
  [mainOfXlsx, readXlsx],
  [mainOfPptx, readPptx],
]

const others: [start: string, advice: string][] = [
  ['xl/', 'This is a binary Excel workbook. Save it as XLSX and upload that.'],
  ['mimetype', 'This is an OpenDocument or EPUB file. Save it as PDF or DOCX and upload that.'],
]

const readZip = async (bytes: Uint8Array): Promise<Block[]> => {
  const zip = openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const read = officeReaders.find(([part]) => zip.has(part))?.[1]
  if (read) return await read(zip)
  const other = others.find(([start]) => zip.names().some((name) => name.startsWith(start)))
  throw new Unreadable(other?.[1] ?? 'This is a zip file. Unpack it and upload its files.')
}

const lettersOf = (blocks: Block[]): number =>
  blocks.reduce((sum, { text }) => sum + text.length, 0)

const ofPicture = (picture: SentPicture): OpenFile => ({
  pages: 1,
  whenEmpty: 'The picture contains no text.',
  read: async () => ({ pieces: [], next: null, pagesDone: 1, picture }),
})

/** A file without pages of its own. */
const ofBlocks = (blocks: Block[]): OpenFile => {
  const pages = requirePages(pagesOf(lettersOf(blocks)))
  const pieces = piecesOf(blocks, [])
  return {
    pages,
    whenEmpty: 'The file contains no text.',
    async read(from) {
      const end = Math.min(pieces.length, from + piecesAtOnce)
      const isLast = end === pieces.length
      return {
        pieces: pieces.slice(from, end),
        next: isLast ? null : end,
        pagesDone: isLast ? pages : Math.floor((end / pieces.length) * pages),
      }
    },
  }
}
