import papa from 'papaparse'
import { type Block, createBlocks } from './blocks.ts'
import { Unreadable } from './unreadable.ts'

const delimiters = [',', ';', '\t', '|']
const sampleCharacters = 50_000
const sampleRows = 20
const maxColumns = 1000
/** The name of a column is repeated in each row. */
const maxNameLength = 200

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
      const named = namedRow(row, names)
      if (named !== '') add(0, named)
    },
  })
  return blocks
}

const tooManyColumns = () =>
  new Unreadable(`The table has more than ${maxColumns} columns. Split it into several files.`)

const isHeader = (row: string[]): boolean =>
  new Set(row).size === row.length && row.every((cell) => cell !== '' && Number.isNaN(Number(cell)))

const namedRow = (row: string[], names: string[] | null): string =>
  row
    .map((cell, at) => (cell !== '' && names?.[at] ? `${names[at]}: ${cell}` : cell))
    .filter((cell) => cell !== '')
    .join(' | ')
