import { lazy, Suspense, useState } from 'react'
import type { CodeStatus } from '#contract/statuses.ts'
import { useMay } from '../../api/organization.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { useTellProblem } from '../../ui/toast.tsx'
import { useWords, withPageWords } from '../../words/words.tsx'
import { type Progress, useBulkChanging } from './changing.ts'

// The list is shown without these.
const BulkDialog = lazy(() => withPageWords(import('./bulk-dialog.tsx')))

interface BulkBarProps {
  selected: ReadonlySet<string>
  status: CodeStatus
  total: number
  /** How far archiving has come. */
  progress: Progress | null
  readAll: () => Promise<string[]>
  onSelect: (ids: Set<string>) => void
  onArchive: () => void
  onPrint: () => void
}

/** Actions for the selected codes, at the bottom of the screen. */
export const BulkBar = (props: BulkBarProps) => {
  const { codeList } = useWords()
  const { selected } = props
  const changing = useBulkChanging()
  const progress = props.progress ?? changing.progress
  if (progress ? progress.total < 2 : selected.size === 0) return null
  return (
    <section
      aria-label={codeList.selection}
      className="bottom-bar appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 pl-4 shadow-float"
    >
      {progress ? <UnderWay progress={progress} /> : <Choices {...props} changing={changing} />}
    </section>
  )
}

const UnderWay = ({ progress }: { progress: Progress }) => {
  const { codeList } = useWords()
  const label = codeList.progress(progress.done, progress.total)
  return (
    <div className="w-64 py-1 pr-2">
      <p className="mb-1">{label}</p>
      <ProgressBar label={label} done={progress.done} total={progress.total} />
    </div>
  )
}

const Choices = (props: BulkBarProps & { changing: ReturnType<typeof useBulkChanging> }) => {
  const { bulk, codeList, ui } = useWords()
  const { selected, total, status, onSelect, changing } = props
  const may = useMay()
  const toastProblem = useTellProblem()
  const [isChanging, setIsChanging] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const selectAll = async () => {
    setIsReading(true)
    await props.readAll().then((ids) => onSelect(new Set(ids)), toastProblem)
    setIsReading(false)
  }
  const clear = () => onSelect(new Set())
  return (
    <>
      <p role="status" className="mr-2 font-medium">
        {ui.selected(selected.size)}
      </p>
      {selected.size < total && (
        <Button kind="quiet" isPending={isReading} onClick={() => void selectAll()}>
          {codeList.selectAll(total)}
        </Button>
      )}
      {may('codes:write') && (
        <>
          <Button icon="settings" onClick={() => setIsChanging(true)}>
            {bulk.open}
          </Button>
          <Button icon="archive" onClick={props.onArchive}>
            {status === 'active' ? codeList.archive : codeList.unarchive}
          </Button>
          <Button icon="settings" onClick={() => changing.applyBrand([...selected], clear)}>
            {bulk.applyBrand}
          </Button>
        </>
      )}
      <Button icon="print" onClick={props.onPrint}>
        {codeList.printSheet}
      </Button>
      <IconButton icon="close" label={codeList.clearSelection} onClick={clear} />
      <Suspense>
        {isChanging && (
          <BulkDialog
            count={selected.size}
            onClose={() => setIsChanging(false)}
            onChange={(changes) => {
              clear()
              void changing.change([...selected], changes)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
