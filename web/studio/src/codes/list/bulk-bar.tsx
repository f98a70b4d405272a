import { useState } from 'react'
import type { CodeStatus } from '#contract/statuses.ts'
import { useMay } from '../../api/organization.ts'
import { asProblem } from '../../api/problem.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { useToast } from '../../ui/toast.tsx'
import { problemText } from '../../words/problems.ts'
import { useWords } from '../../words/words.tsx'
import type { Progress } from './archiving.ts'

interface BulkBarProps {
  selected: ReadonlySet<string>
  status: CodeStatus
  total: number
  progress: Progress | null
  readAll: () => Promise<string[]>
  onSelect: (ids: Set<string>) => void
  onArchive: () => void
  onChange: () => void
  onPrint: () => void
  onBrand: () => void
}

/** Actions for the selected codes, at the bottom of the screen. */
export const BulkBar = (props: BulkBarProps) => {
  const { codeList } = useWords()
  const { selected, progress } = props
  if (progress ? progress.total < 2 : selected.size === 0) return null
  return (
    <section
      aria-label={codeList.selection}
      className="bottom-bar appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 pl-4 shadow-float"
    >
      {progress ? <UnderWay progress={progress} /> : <Choices {...props} />}
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

const Choices = (props: BulkBarProps) => {
  const words = useWords()
  const { brand, bulk, codeList, ui } = words
  const { selected, total, status, onSelect } = props
  const may = useMay()
  const tell = useToast()
  const [isReading, setIsReading] = useState(false)
  const selectAll = async () => {
    setIsReading(true)
    try {
      onSelect(new Set(await props.readAll()))
    } catch (error) {
      tell(problemText(words, asProblem(error)))
    }
    setIsReading(false)
  }
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
        <Button icon="settings" onClick={props.onChange}>
          {bulk.open}
        </Button>
      )}
      {may('codes:write') && (
        <Button icon="archive" onClick={props.onArchive}>
          {status === 'active' ? codeList.archive : codeList.unarchive}
        </Button>
      )}
      {may('codes:write') && (
        <Button icon="settings" onClick={props.onBrand}>
          {brand.apply}
        </Button>
      )}
      <Button icon="print" onClick={props.onPrint}>
        {codeList.printSheet}
      </Button>
      <IconButton
        icon="close"
        label={codeList.clearSelection}
        onClick={() => onSelect(new Set())}
      />
    </>
  )
}
