import papa from 'papaparse'
import { type Block, createBlocks, Unreadable } from './blocks.ts'

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

const delimiters = [',', ';', '\t', '|']
const sampleCharacters = 50_000
const sampleRows = 20
export const maxColumns = 1000
/** The name of a column is repeated in each row. */
export const maxNameLength = 200

/** Whether the first rows of a text are a table: the same number of cells in each. */
export const isCsv = async (text: string): Promise<boolean> => {
  const sample = text.slice(0, sampleCharacters)
  const { data, meta } = papa.parse<string[]>(sample, {
    preview: sampleRows,
    skipEmptyLines: true,
    delimitersToGuess: delimiters,
  })
  const columns = data[0]?.length ?? 0
  if (columns < 2 || data.length < 2 || !delimiters.includes(meta.delimiter)) return false
  if (!data.every((row) => row.length === columns)) return false
  // Two lines of prose can have one comma each.
  return columns > 2 || meta.delimiter !== ',' || data.length > 2
}

/** Each row with the names of its columns, so that a passage makes sense on its own. */
export const blocksOfCsv = async (text: string): Promise<Block[]> => {
  const { blocks, add } = createBlocks()
  let names: string[] | null | undefined
  // Row by row: all cells of a file of 20 MB would take a gigabyte.
  papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: delimiters,
    step({ data }) {
      if (data.length > maxColumns) throw tooManyColumns()
      const row = data.map((cell) => cell.trim())
      if (names === undefined) {
        names = isHeader(row) ? row.map((name) => name.slice(0, maxNameLength)) : null
        if (names) return
      }
      const named = namedRow(row.entries(), names)
      if (named !== '') add(0, named)
    },
  })
  return blocks
}

export const tooManyColumns = () =>
  new Unreadable(`The table has more than ${maxColumns} columns. Split it into several files.`)

export const isHeader = (row: string[]): boolean =>
  new Set(row).size === row.length && row.every((cell) => cell !== '' && Number.isNaN(Number(cell)))

/** The cells by their columns, from the first one on. */
export const namedRow = (row: Iterable<[number, string]>, names: string[] | null): string =>
  [...row]
    .filter(([, cell]) => cell !== '')
    .map(([at, cell]) => (names?.[at] ? `${names[at]}: ${cell}` : cell))
    .join(' | ')
