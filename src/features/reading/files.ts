import type { Block } from './blocks.ts'
import { decodeText, formOf, isHtml } from './form.ts'
import { blocksOfMarkdown } from './markdown.ts'
import type { OpenFile } from './reader.ts'
import { piecesOf } from './split.ts'
import { pagesOf, requirePages, Unreadable } from './unreadable.ts'

const piecesAtOnce = 200

/**
 * Opens a file by its content, regardless of its name. The libraries are loaded on first use,
 * because most files need only one.
 */
export const openFile = async (bytes: Uint8Array): Promise<OpenFile> => {
  const form = formOf(bytes)
  if (form === 'pdf') return await (await import('./pdf.ts')).openPdf(bytes)
  if (form === 'zip') return ofBlocks(await (await import('./docx.ts')).readDocx(bytes))
  if (form === null) throw new Unreadable('This file type is not supported.')
  const text = decodeText(bytes)
  if (isHtml(text)) return ofBlocks((await (await import('./html.ts')).readHtml(text)).blocks)
  const csv = await import('./csv.ts')
  return ofBlocks((await csv.isCsv(text)) ? await csv.blocksOfCsv(text) : blocksOfMarkdown(text))
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
