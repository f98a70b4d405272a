import { type Block, createBlocks } from './blocks.ts'

/** Reads Markdown and plain text, which is Markdown without headings. */
export const blocksOfMarkdown = (text: string): Block[] => {
  const { blocks, add } = createBlocks()
  let lines: string[] = []
  let fence: string | null = null

  const flush = () => {
    const block = lines.join('\n').trim()
    if (block !== '') add(0, block)
    lines = []
  }

  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? null
    if (fence !== null || mark !== null) {
      lines.push(line)
      if (fence === null) fence = mark
      else if (mark === fence) fence = null
      continue
    }
    const heading = headingOf(line)
    if (heading) {
      flush()
      add(heading.level, heading.text)
    } else if (isUnderline(line) && lines.length === 1) {
      const level = line.trim().startsWith('=') ? 1 : 2
      add(level, lines.join('').trim())
      lines = []
    } else if (line.trim() === '') {
      flush()
    } else {
      lines.push(line.trimEnd())
    }
  }
  flush()
  return blocks
}

const headingOf = (line: string): Block | null => {
  const marks = /^ {0,3}(#{1,6})\s/.exec(line)?.[1]
  if (marks === undefined) return null
  const text = line
    .trim()
    .slice(marks.length)
    .trim()
    .replace(/ #{1,6}$/, '')
    .trim()
  return text === '' ? null : { level: marks.length, text }
}

/** The second line of a heading: === or ---. */
const isUnderline = (line: string): boolean => {
  const mark = line.trim()
  return mark.length >= 3 && (mark === '='.repeat(mark.length) || mark === '-'.repeat(mark.length))
}
