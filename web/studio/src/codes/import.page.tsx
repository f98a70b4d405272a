import { useState } from 'react'
import { useMay } from '../api/organization.ts'
import { NoAccessPage } from '../shell/failures.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { MappingStep } from './import/mapping-step.tsx'
import { type PickedFile, PickFile } from './import/pick-file.tsx'
import type { ImportRow } from './import/rows.ts'
import { SendingStep } from './import/sending-step.tsx'
import { importRoute } from './routes.ts'

/** A file, its columns, its codes: three steps on one page. */
export const ImportPage = () => {
  const { codes, codeImport } = useWords()
  const { slug } = importRoute.useParams()
  const may = useMay()
  const [file, setFile] = useState<PickedFile | null>(null)
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  if (!may('codes:write')) return <NoAccessPage />
  const startOver = () => {
    setFile(null)
    setRows(null)
  }
  return (
    <Page
      title={codes.importTitle}
      text={codeImport.text}
      back={
        <BackLink to="/$slug/codes" params={{ slug }}>
          {codes.title}
        </BackLink>
      }
    >
      {!file && <PickFile onPick={setFile} />}
      {file && !rows && <MappingStep file={file} onStart={setRows} onBack={startOver} />}
      {file && rows && <SendingStep file={file} rows={rows} onAgain={startOver} />}
    </Page>
  )
}
