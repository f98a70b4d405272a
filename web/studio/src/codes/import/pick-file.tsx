import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icons.tsx'
import { useWords } from '../../words/words.tsx'
import { download } from '../download.ts'
import { templateRows } from './columns.ts'
import { type Csv, csvBlob, csvText, type Delimiter, isWorkbook, parseCsv, textOf } from './csv.ts'

export interface PickedFile {
  name: string
  delimiter: Delimiter
  headers: string[]
  rows: Csv['rows']
}

/** The most rows of a file. */
const mostRows = 10_000
const mostBytes = 50_000_000

/** Takes a file by drop or dialog, and shows why it cannot be read. */
export const PickFile = ({ onPick }: { onPick: (file: PickedFile) => void }) => {
  const { codeImport } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const pick = async (file: File | undefined) => {
    if (!file) return
    const found = await read(file)
    if (typeof found === 'string') setProblem(codeImport.problems[found])
    else onPick(found)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void pick(event.dataTransfer.files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-6 py-12 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-raised',
      )}
    >
      <Icon name="upload" className="size-8 text-muted" />
      <p className="text-large font-semibold">{codeImport.drop}</p>
      <p className="max-w-120 text-muted">{codeImport.dropText(mostRows)}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={codeImport.choose}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void pick(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button kind="primary" onClick={() => input.current?.click()}>
          {codeImport.choose}
        </Button>
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
    </div>
  )
}

type FileProblem = 'tooLarge' | 'workbook' | 'empty' | 'tooMany'

const read = async (file: File): Promise<PickedFile | FileProblem> => {
  if (file.size > mostBytes) return 'tooLarge'
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isWorkbook(bytes)) return 'workbook'
  const { delimiter, rows: all } = parseCsv(textOf(bytes))
  const [header, ...rows] = all
  if (!header || rows.length === 0) return 'empty'
  if (rows.length > mostRows) return 'tooMany'
  return { name: file.name, delimiter, headers: header.cells, rows }
}
