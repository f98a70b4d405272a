// Runs in the child process: reads a file in parts.
import { openFile } from './files.ts'
import type { Piece } from './split.ts'
import { Unreadable } from './unreadable.ts'

export interface PartRequest {
  /** Identifies the file: the process keeps it open between two parts. */
  key: string
  /** The position that the former part returned; 0 at the beginning. */
  from: number
  /** The headings above the first piece. */
  path: string[]
}

export type Part =
  /** The process does not have the file open: send it. */
  | { kind: 'missing' }
  | { kind: 'failed'; reason: string }
  | {
      kind: 'part'
      pieces: Piece[]
      path: string[]
      /** Null at the end. */
      next: number | null
      tookMs: number
      pagesDone: number
      pages: number
      /** The reason of failure if no part has a piece. */
      whenEmpty: string
    }

export interface OpenFile {
  pages: number
  whenEmpty: string
  /** Appends to `path` while it passes headings. */
  read(
    from: number,
    path: string[],
  ): Promise<{ pieces: Piece[]; next: number | null; pagesDone: number }>
  close?(): Promise<void>
}

/** Only the last file, because the process has a limited memory. */
let opened: { key: string; file: OpenFile } | null = null

/** Without its bytes the file is expected to be open. */
export const readKnowledge = async (
  { key, from, path }: PartRequest,
  bytes?: Uint8Array,
): Promise<Part> => {
  const startedAt = performance.now()
  try {
    if (opened?.key !== key) {
      await opened?.file.close?.()
      opened = null
      if (!bytes) return { kind: 'missing' }
      opened = { key, file: await openFile(bytes) }
    }
    const { pages, whenEmpty } = opened.file
    const part = await opened.file.read(from, path)
    if (part.next === null) {
      await opened.file.close?.()
      opened = null
    }
    const tookMs = performance.now() - startedAt
    return { kind: 'part', ...part, path, pages, tookMs, whenEmpty }
  } catch (error) {
    opened = null
    if (error instanceof Unreadable) return { kind: 'failed', reason: error.message }
    throw error
  }
}
