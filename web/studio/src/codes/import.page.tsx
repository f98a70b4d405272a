import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { MappingStep } from './import/mapping-step.tsx'
import { type PickedFile, PickFile } from './import/pick-file.tsx'
import type { ImportRow } from './import/rows.ts'
import { SendingStep } from './import/sending-step.tsx'

/** A file, its columns, its codes: three steps on one page. */
export const ImportPage = () => {
  const { codes, codeImport } = useWords()
  const [file, setFile] = useState<PickedFile | null>(null)
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  const startOver = () => {
    setFile(null)
    setRows(null)
  }
  return (
    <Page
      title={codes.importTitle}
      text={codeImport.text}
      back={<BackLink to="/$slug/codes" text={codes.title} />}
    >
      {!file && <PickFile onPick={setFile} />}
      {file && !rows && (
        <Step key="columns" label={codeImport.columnsStep}>
          <MappingStep file={file} onStart={setRows} onBack={startOver} />
        </Step>
      )}
      {file && rows && (
        <Step key="sending" label={codeImport.running}>
          <SendingStep file={file} rows={rows} onAgain={startOver} />
        </Step>
      )}
    </Page>
  )
}

/** A step of the page: scrolls to the top and takes the focus, as a page of its own would. */
const Step = ({ label, children }: { label: string; children: ReactNode }) => {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <section ref={place} tabIndex={-1} aria-label={label} className="outline-none">
      {children}
    </section>
  )
}
