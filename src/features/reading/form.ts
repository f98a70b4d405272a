import { guessEncoding } from './encodings.ts'

/** What the first bytes of a file say about it. */
type Form = 'pdf' | 'zip' | 'picture' | 'text'

const headBytes = 4096

/** Null for a file that is not a text and has no known form, such as a film or a program. */
export const formOf = (bytes: Uint8Array): Form | null => {
  const head = bytes.subarray(0, headBytes)
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  // PDF allows other bytes before its mark.
  if (text.slice(0, 1024).includes('%PDF-')) return 'pdf'
  if (text.startsWith('PK\x03\x04')) return 'zip'
  if (text.startsWith('\x89PNG\r\n\x1a\n') || text.startsWith('\xff\xd8\xff')) return 'picture'
  if (text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff')) return 'text'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish binary files.
  return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : 'text'
}

interface Decoded {
  text: string
  /** The encoding, when neither a mark nor the text itself names it. */
  guess: string | null
}

/** Bytes that mean nothing are more than this share of the letters beyond ASCII. */
const maxWrong = 0.1

/** Whether the beginning of a text can be in this encoding. */
export const canBeIn = (encoding: string, bytes: Uint8Array): boolean => {
  const text = new TextDecoder(encoding).decode(bytes)
  const beyondAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  const wrong = text.match(/[\ufffd\x80-\x9f]/g)?.length ?? 0
  return wrong <= beyondAscii * maxWrong
}

/** In the chosen encoding; without one UTF-16 by its mark, otherwise UTF-8, otherwise what HTML names, otherwise a guess. */
export const decodeText = (bytes: Uint8Array, chosen: string | null = null): Decoded => {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  const copy = new Uint8Array(bytes)
  const decode = (encoding: string, fatal: boolean) =>
    clean(new TextDecoder(encoding, { fatal }).decode(copy))
  if (chosen !== null) return { text: decode(chosen, false), guess: null }
  try {
    return { text: decode(marked, true), guess: null }
  } catch {
    const named = encodingIn(copy)
    if (named !== null) return { text: decode(named, false), guess: null }
    const guess = guessEncoding(copy)
    return { text: decode(guess, false), guess }
  }
}

/** The encoding that HTML names in its head; null when it names none that is known. */
export const encodingIn = (bytes: Uint8Array): string | null => {
  const head = Buffer.from(bytes.subarray(0, 2000)).toString('latin1')
  const named = /<meta[^>]{1,200}charset=["']?([\w-]{1,40})/i.exec(head)?.[1]
  return named !== undefined && isEncoding(named) ? named : null
}

export const isEncoding = (name: string): boolean => {
  try {
    return new TextDecoder(name) !== null
  } catch {
    return false
  }
}

/** Text that both engines store: well-formed, without NUL, with one kind of line break. */
export const clean = (text: string): string =>
  text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()

const htmlMark = /<(!doctype html|html|head|body|article|section|div|p|h[1-6]|table|ul)[\s>]/i

export const isHtml = (text: string): boolean => {
  const start = text.slice(0, 2000).trimStart()
  return start.startsWith('<') && htmlMark.test(start)
}
