import { type Block, createBlocks } from './blocks.ts'
import { builtInFormats, shownNumber } from './cell-values.ts'
import { type Attributes, readXml, relationIn, relationsOf, type Zip } from './office.ts'
import { isHeader, maxColumns, maxNameLength, namedRow, tooManyColumns } from './texts.ts'

export const mainOfXlsx = 'xl/workbook.xml'

/** The rows of the sheets that are shown, each with the names of its columns. */
export const readXlsx = (zip: Zip): Block[] => {
  const { blocks, add } = createBlocks()
  const { sheets, ...values } = workbookOf(zip)
  for (const { name, part } of sheets) {
    const rows = readSheet(zip, part, values)
    if (rows.length === 0) continue
    if (!unnamed.test(name)) add(1, name)
    for (const { level, text } of blocksOfRows(rows)) add(level, text)
  }
  return blocks
}

/** Names that the program gave. */
const unnamed =
  /^(?:sheet|tabelle|feuil|hoja|foglio|arkusz|planilha|sayfa|ورقة|工作表|シート) ?\d{1,4}$/i

/** What the cells of all sheets refer to. */
interface Values {
  texts: string[]
  /** The format of a number, by the style of its cell. */
  formats: string[]
  is1904: boolean
}

interface Workbook extends Values {
  sheets: { name: string; part: string }[]
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

const workbookOf = (zip: Zip): Workbook => {
  const relations = relationsOf(zip, mainOfXlsx)
  const partOf = (type: string) =>
    [...relations.values()].find((one) => one.type === type && zip.has(one.part))?.part
  const sheets = new Map<string, string>()
  let is1904 = false
  readXml(zip, mainOfXlsx, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isOn(attributes.date1904)
      if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return
      const relation = relations.get(relationIn(attributes))
      if (relation?.type !== 'worksheet' || !zip.has(relation.part)) return
      // Each sheet once: a workbook can name one a million times.
      sheets.set(relation.part, attributes.name ?? '')
    },
  })
  const strings = partOf('sharedStrings')
  const styles = partOf('styles')
  return {
    sheets: [...sheets].map(([part, name]) => ({ part, name })),
    texts: strings === undefined ? [] : textsIn(zip, strings),
    formats: styles === undefined ? [] : formatsIn(zip, styles),
    is1904,
  }
}

/** The longest text that Excel stores in a cell. */
const maxCellLength = 32_767

const asText = (text: string): string =>
  text.slice(0, maxCellLength).replace(/\s+/g, ' ').trim().toWellFormed()

/** The texts of all cells, without the readings of Japanese words. */
const textsIn = (zip: Zip, part: string): string[] => {
  const texts: string[] = []
  let text = ''
  let inReading = false
  let isText = false
  readXml(zip, part, {
    open(name) {
      if (name === 'rPh') inReading = true
      isText = name === 't' && !inReading
    },
    text(more) {
      if (isText) text += more
    },
    close(name) {
      isText = false
      if (name === 'rPh') inReading = false
      if (name !== 'si') return
      texts.push(asText(text))
      text = ''
    },
  })
  return texts
}

const formatsIn = (zip: Zip, part: string): string[] => {
  const named = new Map(Object.entries(builtInFormats))
  const formats: string[] = []
  let isOfCells = false
  readXml(zip, part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') named.set(numFmtId, formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) formats.push(named.get(numFmtId) ?? '')
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

interface Row {
  /** From 1. */
  number: number
  /** By their column: a hostile row has only its last cell. */
  cells: Map<number, string>
}

/** The column of a cell, from 0: `AB12` is 27. */
const columnOf = (reference: string): number => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A'
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const rowOf = (reference: string): number => Number(/\d{1,7}/.exec(reference)?.[0] ?? 1)

/** Reads the rows that have a value, without hidden rows and columns. */
const readSheet = (zip: Zip, part: string, { texts, formats, is1904 }: Values): Row[] => {
  const rows = new Map<number, Row>()
  const hidden: { from: number; to: number }[] = []
  const merged: string[] = []
  let row: Row = { number: 0, cells: new Map() }
  let isRowHidden = false
  let cell: Attributes = {}
  let column = -1
  let lastColumn = 0
  let value = ''
  let isValue = false

  const shown = (): string => {
    const { t: type = 'n', s: style = '' } = cell
    if (type === 's') return texts[Number(value)] ?? ''
    // An error such as #REF! says nothing.
    if (type === 'e') return ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    return asText(type === 'n' ? shownNumber(value, formats[Number(style)] ?? '', is1904) : value)
  }

  const endCell = () => {
    const text = shown()
    const isHidden = isRowHidden || hidden.some(({ from, to }) => column >= from && column <= to)
    if (text === '' || isHidden) return
    if (column >= maxColumns) throw tooManyColumns()
    row.cells.set(column, text)
    lastColumn = Math.max(lastColumn, column)
  }

  readXml(zip, part, {
    open(name, attributes) {
      const { r = '', ref = '' } = attributes
      if (name === 'col' && isOn(attributes.hidden) && hidden.length < maxColumns) {
        hidden.push({ from: Number(attributes.min) - 1, to: Number(attributes.max) - 1 })
      }
      if (name === 'row') {
        row = { number: r === '' ? row.number + 1 : rowOf(r), cells: new Map() }
        isRowHidden = isOn(attributes.hidden)
        column = -1
      }
      if (name === 'c') {
        cell = attributes
        column = r === '' ? column + 1 : columnOf(r)
        value = ''
      }
      if (name === 'mergeCell') merged.push(ref)
      isValue = name === 'v' || name === 't'
    },
    text(text) {
      if (isValue) value += text
    },
    close(name) {
      isValue = false
      if (name === 'c') endCell()
      if (name === 'row' && row.cells.size > 0) rows.set(row.number, row)
    },
  })
  repeatMerged(rows, merged, lastColumn)
  return [...rows.values()].sort((a, b) => a.number - b.number)
}

/** A sheet of people has fewer merged cells. Merged areas of a hostile one overlap. */
const maxRepeated = 1_000_000

/** Each row and each column of a merged area means its value. */
const repeatMerged = (rows: Map<number, Row>, merged: string[], lastColumn: number) => {
  let left = maxRepeated
  for (const area of merged) {
    const [start = '', end = start] = area.split(':')
    const value = rows.get(rowOf(start))?.cells.get(columnOf(start))
    if (value === undefined) continue
    const until = Math.min(columnOf(end), lastColumn)
    for (let number = rowOf(start); number <= rowOf(end); number++) {
      const cells = rows.get(number)?.cells
      for (let column = columnOf(start); column <= until; column++) {
        left -= 1
        if (cells && !cells.has(column)) cells.set(column, value)
      }
      if (left <= 0) return
    }
  }
}

const valuesOf = ({ cells }: Row): Set<string> => new Set(cells.values())

/** A row of one value is the title of what follows; the first row of text may name the columns. */
const blocksOfRows = function* (rows: Row[]): Generator<Block> {
  let names: string[] | null = null
  let isFirst = true
  for (const [at, row] of rows.entries()) {
    const values = valuesOf(row)
    const next = rows[at + 1]
    const isFollowed = next?.number === row.number + 1
    if (isFollowed && values.size === 1 && valuesOf(next).size > 1) {
      yield { level: 2, text: [...values].join('') }
      continue
    }
    const isAfterGap = rows[at - 1]?.number !== row.number - 1
    const mayName = isFirst || (isAfterGap && hasNumbers(next))
    isFirst = false
    const named = isFollowed && mayName ? namesIn(row) : null
    if (named) names = named
    else
      yield {
        level: 0,
        text: namedRow(
          [...row.cells].sort(([a], [b]) => a - b),
          names,
        ),
      }
  }
}

/** The names of the columns, if a row is such. The corner of a table may be empty. */
const namesIn = ({ cells }: Row): string[] | null => {
  const length = Math.max(...cells.keys()) + 1
  const row = Array.from({ length }, (_, column) => cells.get(column) ?? '')
  const [corner = '', ...names] = row
  const areNames =
    names.length > 0 && isHeader(names) && (corner === '' || isHeader([corner, ...names]))
  return areNames ? row.map((name) => name.slice(0, maxNameLength)) : null
}

/** Below the names of a second table; a row of text may as well continue the first one. */
const hasNumbers = (row: Row | undefined): boolean =>
  row !== undefined && [...row.cells.values()].some((cell) => /\d/.test(cell))
