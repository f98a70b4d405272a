import type { Block } from './split.ts'

const delimiters = [',', ';', '\t', '|']
const sampleCharacters = 50_000
const sampleRows = 20

const papa = async () => (await import('papaparse')).default

/** Whether the first rows of a text are a table: the same number of cells in each. */
export const isCsv = async (text: string): Promise<boolean> => {
  const sample = text.slice(0, sampleCharacters)
  const { data, meta } = (await papa()).parse<string[]>(sample, {
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
  const { data } = (await papa()).parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: delimiters,
  })
  const [first = [], ...rest] = data.map((row) => row.map((cell) => cell.trim()))
  const names = isHeader(first) ? first : null
  const rows = names ? rest : [first, ...rest]
  return rows.map((row) => ({ level: 0, text: namedRow(row, names) })).filter(hasText)
}

const isHeader = (row: string[]): boolean =>
  new Set(row).size === row.length && row.every((cell) => cell !== '' && Number.isNaN(Number(cell)))

const namedRow = (row: string[], names: string[] | null): string =>
  row
    .map((cell, at) => (cell !== '' && names?.[at] ? `${names[at]}: ${cell}` : cell))
    .filter((cell) => cell !== '')
    .join(' | ')

const hasText = ({ text }: Block): boolean => text !== ''
