import { tokensOf } from '../models/model.ts'
import type { Block } from './blocks.ts'

/** A passage before it has an id. */
export interface NewPassage {
  headings: string[]
  page: number | null
  text: string
}

const targetTokens = 400
/** A section below this size shares a passage with the next one. */
const smallTokens = 120
const maxHeadings = 6
const maxHeadingLength = 200

/**
 * Joins blocks to passages of about 400 tokens. A passage does not cross a heading, unless the
 * sections are small. `path` has the headings above the first block, and afterwards those above the
 * next one.
 */
export const piecesOf = (
  blocks: Block[],
  path: string[],
  page: number | null = null,
): NewPassage[] => {
  const pieces: NewPassage[] = []
  let texts: string[] = []
  let tokens = 0
  let headings = [...path]

  const flush = () => {
    const text = texts.join('\n\n').trim()
    if (text !== '') pieces.push({ headings: headings.filter(Boolean), page, text })
    texts = []
    tokens = 0
    headings = [...path]
  }

  for (const { level, text } of blocks) {
    if (level > 0) {
      if (tokens >= smallTokens) flush()
      enter(path, level, text)
      if (texts.length === 0) headings = [...path]
      else {
        // Small sections: their headings stay readable inside the shared passage.
        const shared = common(headings, path)
        const heading = path.at(-1) ?? ''
        const own = headings.slice(shared.length).filter(Boolean)
        texts = [...own, ...texts, heading]
        tokens += tokensOf([...own, heading].join(' '))
        headings = shared
      }
      continue
    }
    for (const part of partsOf(text)) {
      const size = tokensOf(part)
      if (tokens > 0 && tokens + size > targetTokens) flush()
      texts.push(part)
      tokens += size
    }
  }
  flush()
  return pieces
}

const enter = (path: string[], level: number, text: string) => {
  const depth = Math.min(level, maxHeadings)
  path.length = Math.min(path.length, depth - 1)
  while (path.length < depth - 1) path.push('')
  path.push(text.slice(0, maxHeadingLength).toWellFormed())
}

const common = (a: string[], b: string[]): string[] => {
  const end = a.findIndex((heading, at) => heading !== b[at])
  return end < 0 ? a.slice(0, b.length) : a.slice(0, end)
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** A long block in parts: at line breaks, then between sentences, then anywhere. */
const partsOf = (text: string): string[] => {
  if (tokensOf(text) <= targetTokens) return [text]
  const lines = text.split('\n')
  if (lines.length > 1) return joined(lines, '\n').flatMap(sentencesOf)
  return sentencesOf(text)
}

const sentencesOf = (text: string): string[] => {
  if (tokensOf(text) <= targetTokens) return [text]
  const found = Array.from(sentences.segment(text), ({ segment }) => segment)
  return joined(found.flatMap(cut), '')
}

/** Joins small parts again, up to the target. */
const joined = (parts: string[], separator: string): string[] => {
  const results: string[] = []
  let current = ''
  let tokens = 0
  for (const part of parts) {
    const size = tokensOf(part)
    if (current !== '' && tokens + size > targetTokens) {
      results.push(current)
      current = ''
      tokens = 0
    }
    current = current === '' ? part : `${current}${separator}${part}`
    tokens += size
  }
  if (current.trim() !== '') results.push(current)
  return results
}

/** A sentence without an end, such as a line of numbers or of bytes. */
const cut = (sentence: string): string[] => {
  if (tokensOf(sentence) <= targetTokens) return [sentence]
  const results: string[] = []
  let at = 0
  while (at < sentence.length) {
    const end = at + targetTokens
    // Both halves of a character stay in one part.
    const last = sentence.codePointAt(end - 1) ?? 0
    const until = last > 0xffff ? end - 1 : end
    results.push(sentence.slice(at, until))
    at = until
  }
  return results
}
