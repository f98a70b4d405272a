import { useEffect, useRef, useState } from 'react'
import { useOrganization } from '../../api/organization.ts'
import { invalidate } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { TextLink } from '../../ui/links.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Notice } from '../../ui/states.tsx'
import { problemText } from '../../words/problems.ts'
import { useWords } from '../../words/words.tsx'
import { refreshCodes } from '../list/lists.ts'
import { csvBlob, csvText } from './csv.ts'
import type { PickedFile } from './pick-file.tsx'
import { reportRows } from './report.ts'
import { ReportTable } from './report-table.tsx'
import type { ImportRow } from './rows.ts'
import { importParts, type RowOutcome, type Stop, sendParts } from './sending.ts'

interface SendingStepProps {
  file: PickedFile
  rows: readonly ImportRow[]
  onAgain: () => void
}

/** Sends the rows, shows the progress, then the result of each row. */
export const SendingStep = ({ file, rows, onAgain }: SendingStepProps) => {
  const words = useWords()
  const { codeImport, codes } = words
  const { id: organizationId, slug } = useOrganization()
  const { outcomes, isRunning, stop, cancel, resume } = useSending(organizationId, rows)
  const good = rows.filter(({ problem }) => !problem).length
  const created = [...outcomes.values()].filter(({ kind }) => kind === 'created').length
  const outcomeOf = (row: ImportRow) => outcomes.get(row)

  const save = () => {
    const text = csvText(reportRows(words, rows, outcomeOf), file.delimiter)
    download(csvBlob(text), `${file.name.replace(/\.\w+$/, '')}-report.csv`)
  }

  return (
    <>
      <div className="card mb-6 p-4 sm:p-6">
        <p role="status" className="mb-2 font-medium">
          {isRunning ? codeImport.running : codeImport.created(codes.count(created), rows.length)}
        </p>
        <ProgressBar label={codeImport.progress} done={outcomes.size} total={good} />
        <p className="mt-2 text-small text-muted">{codeImport.doneOf(outcomes.size, good)}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          {isRunning ? (
            <Button onClick={cancel}>{codeImport.stop}</Button>
          ) : (
            <>
              <Button kind="primary" icon="download" onClick={save}>
                {codeImport.report}
              </Button>
              {stop && (
                <Button icon="play" onClick={resume}>
                  {codeImport.resume}
                </Button>
              )}
              <ButtonLink to="/$slug/codes" params={{ slug }}>
                {codeImport.toCodes}
              </ButtonLink>
              <Button onClick={onAgain}>{codeImport.another}</Button>
            </>
          )}
        </div>
      </div>
      {!isRunning && stop && (
        <Notice tone="warn" className="mb-6">
          {stop.by === 'reader' ? codeImport.stopped : problemText(words, stop.problem)}{' '}
          {codeImport.restUntouched}{' '}
          {stop.by === 'problem' && stop.problem.limit && (
            <TextLink to="/$slug/plan" params={{ slug }}>
              {words.shell.plan}
            </TextLink>
          )}
        </Notice>
      )}
      <ReportTable rows={rows} outcomeOf={outcomeOf} isRunning={isRunning} />
      <LeaveGuard
        title={codeImport.leaveTitle}
        text={codeImport.leaveText}
        mustAsk={() => isRunning}
      />
    </>
  )
}

const useSending = (organizationId: string, rows: readonly ImportRow[]) => {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<ImportRow, RowOutcome>>(new Map())
  const [isRunning, setIsRunning] = useState(true)
  const [stop, setStop] = useState<Stop | null>(null)
  const abort = useRef<AbortController | null>(null)
  const [parts] = useState(() => importParts(rows.filter(({ problem }) => !problem)))

  const run = async () => {
    const controller = new AbortController()
    abort.current = controller
    setIsRunning(true)
    setStop(null)
    const why = await sendParts({
      organizationId,
      parts,
      signal: controller.signal,
      onOutcome: (news) => setOutcomes((known) => new Map([...known, ...news])),
    })
    setStop(why)
    setIsRunning(false)
    await refreshCodes()
    await invalidate(queryClient, ['/v1/organizations'])
  }

  const hasBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once, with the first values
  useEffect(() => {
    // React runs effects twice while developing; rows must not be sent twice.
    if (hasBegun.current) return
    hasBegun.current = true
    void run()
  }, [])
  return {
    outcomes,
    isRunning,
    stop,
    cancel: () => abort.current?.abort(),
    resume: () => void run(),
  }
}
