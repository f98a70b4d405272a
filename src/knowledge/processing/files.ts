import { maxSourcePages } from '../passage.ts'
import { decodeText, formOf } from './form.ts'
import { blocksOfMarkdown } from './markdown.ts'
import type { OpenFile } from './reader.thread.ts'
import { type Block, piecesOf } from './split.ts'

/** The message is a sentence for the owner of the source. */
export class Unreadable extends Error {}

const piecesAtOnce = 200
/** A page of a file that has no pages of its own. */
export const charactersOfPage = 3000

export const openFile = async (bytes: Uint8Array): Promise<OpenFile> => {
  const form = formOf(bytes)
  if (form !== 'text') throw new Unreadable('This file type is not supported.')
  return ofBlocks(blocksOfMarkdown(decodeText(bytes)))
}

export const pagesOf = (characters: number): number =>
  Math.max(1, Math.ceil(characters / charactersOfPage))

/** A file without pages of its own. */
const ofBlocks = (blocks: Block[]): OpenFile => {
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (characters === 0) throw new Unreadable('The file contains no text.')
  const pages = pagesOf(characters)
  if (pages > maxSourcePages) throw tooManyPages(pages)
  const pieces = piecesOf(blocks, [])
  return {
    pages,
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

export const tooManyPages = (pages: number) =>
  new Unreadable(
    `The file has ${pages.toLocaleString('en')} pages; a source can have at most ` +
      `${maxSourcePages.toLocaleString('en')}. Split it into several files.`,
  )
