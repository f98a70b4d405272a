// CSV as spreadsheets write it: with or without quotes, with commas, semicolons or tabs, in the
// encodings that Excel chooses.

export interface Csv {
  delimiter: Delimiter
  /** Without empty lines; each with the number of the line that it begins at. */
  rows: { line: number; cells: string[] }[]
}

const delimiters = [';', ',', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** A workbook is an archive, not a text: it has to be saved as CSV first. */
export const isWorkbook = (bytes: Uint8Array): boolean => {
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte)
  return begins(0x50, 0x4b, 3, 4) || begins(0xd0, 0xcf, 0x11, 0xe0)
}

/** Decodes a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252 as Excel writes it. */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export const parseCsv = (text: string): Csv => {
  const named = /^sep=(.)\r?\n/i.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const given = delimiters.find((one) => one === named?.[1])
  const delimiter = given ?? guessDelimiter(body)
  const rows = readRows(body, delimiter, named ? 2 : 1)
  return { delimiter, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) }
}

/** The delimiter that is most frequent in the first line, outside of quotes. */
const guessDelimiter = (text: string): Delimiter => {
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') break
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const maximum = Math.max(...counts.values())
  return delimiters.find((one) => maximum > 0 && counts.get(one) === maximum) ?? ','
}

const readRows = (text: string, delimiter: string, firstLine: number): Csv['rows'] => {
  const rows: Csv['rows'] = []
  let cells: string[] = []
  let cell = ''
  /** Whether the cell is white space so far. Trimming it for each character would take quadratic time. */
  let isBlank = true
  let isQuoted = false
  let line = firstLine
  let begin = line
  const endRow = () => {
    rows.push({ line: begin, cells: [...cells, cell] })
    cells = []
    cell = ''
    isBlank = true
  }
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] as string
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else isQuoted = false
    } else if (character === '"' && isBlank) {
      isQuoted = true
      cell = ''
      isBlank = false
    } else if (character === delimiter) {
      cells.push(cell)
      cell = ''
      isBlank = true
    } else if (character === '\n' || character === '\r') {
      if (character === '\r') line += 1
      if (character === '\r' && text[i + 1] === '\n') i += 1
      endRow()
      begin = line
    } else {
      cell += character
      isBlank &&= character.trim() === ''
    }
  }
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}

/** As the exports of the service: a spreadsheet would run a text that begins like a formula. */
export const csvText = (rows: readonly (readonly string[])[], delimiter: Delimiter): string =>
  rows
    .map((cells) => `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`)
    .join('')

const csvCell = (text: string, delimiter: Delimiter): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  const needsQuotes = /["\r\n]/.test(safe) || safe.includes(delimiter)
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With the mark that tells Excel that it is UTF-8. */
export const csvBlob = (text: string): Blob =>
  new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' })
