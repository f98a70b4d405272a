import type { Block } from './blocks.ts'
import { blocksOfCsv, isCsv } from './csv.ts'
import { readDocx } from './docx.ts'
import { decodeText, formOf, isHtml } from './form.ts'
import { readHtml } from './html.ts'
import { blocksOfMarkdown } from './markdown.ts'
import { openPdf } from './pdf.ts'
import type { OpenFile } from './reader.ts'
import { piecesOf } from './split.ts'
import { pagesOf, requirePages, Unreadable } from './unreadable.ts'

const piecesAtOnce = 200

/** Opens a file by its content, regardless of its name. */
export const openFile = async (bytes: Uint8Array): Promise<OpenFile> => {
  const form = formOf(bytes)
  if (form === 'pdf') return await openPdf(bytes)
  if (form === 'zip') return ofBlocks(await readDocx(bytes))
  if (form === null) throw new Unreadable('This file type is not supported.')
  const text = decodeText(bytes)
  if (isHtml(text)) return ofBlocks((await readHtml(text)).blocks)
  return ofBlocks((await isCsv(text)) ? await blocksOfCsv(text) : blocksOfMarkdown(text))
}

const lettersOf = (blocks: Block[]): number =>
  blocks.reduce((sum, { text }) => sum + text.length, 0)

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
