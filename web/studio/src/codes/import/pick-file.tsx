import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { DropArea, FileButton } from '../../ui/files.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useWords } from '../../words/words.tsx'
import { templateRows } from './columns.ts'
import { type Csv, csvBlob, csvText, type Delimiter, isWorkbook, parseCsv, textOf } from './csv.ts'

export interface PickedFile {
  name: string
  delimiter: Delimiter
  headers: string[]
  rows: Csv['rows']
}

/** The most rows of a file. */
const maxRows = 10_000
const maxBytes = 50_000_000

/** Takes a file by drop or dialog, and shows why it cannot be read. */
export const PickFile = ({ onPick }: { onPick: (file: PickedFile) => void }) => {
  const { codeImport } = useWords()
  const [problem, setProblem] = useState<string | null>(null)

  const pick = async (file: File | undefined) => {
    if (!file) return
    const found = await read(file)
    if (typeof found === 'string') setProblem(codeImport.problems[found])
    else onPick(found)
  }
  return (
    <DropArea onFiles={([file]) => void pick(file)} className="items-center px-6 py-12 text-center">
      <Icon name="upload" className="size-8 text-muted" />
      <p className="text-large font-semibold">{codeImport.drop}</p>
      <p className="max-w-120 text-muted">{codeImport.dropText(maxRows)}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <FileButton
          kind="primary"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onFiles={([file]) => void pick(file)}
          field={{ 'aria-label': codeImport.choose }}
        >
          {codeImport.choose}
        </FileButton>
        <Button
          icon="download"
          onClick={() => download(csvBlob(csvText(templateRows(), ',')), 'codes.csv')}
        >
          {codeImport.template}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="rounded-field bg-danger-soft px-3 py-2 text-danger">
          {problem}
        </p>
      )}
    </DropArea>
  )
}

type FileProblem = 'tooLarge' | 'workbook' | 'empty' | 'tooMany'

const read = async (file: File): Promise<PickedFile | FileProblem> => {
  if (file.size > maxBytes) return 'tooLarge'
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isWorkbook(bytes)) return 'workbook'
  const { delimiter, rows: all } = parseCsv(textOf(bytes))
  const [header, ...rows] = all
  if (!header || rows.length === 0) return 'empty'
  if (rows.length > maxRows) return 'tooMany'
  return { name: file.name, delimiter, headers: header.cells, rows }
}
