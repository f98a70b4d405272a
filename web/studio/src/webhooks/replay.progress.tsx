import { IconButton } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { useHealth } from './health.tsx'

interface Props {
  id: string
  count: number
  onClose: () => void
}

/** After a replay: how many of them still wait. */
export const ReplayProgress = ({ id, count, onClose }: Props) => {
  const { webhooks: words, ui } = useWords()
  const { number } = useFormat()
  const { data } = useHealth(id)
  // Newer ones may wait too; more than were replayed is not worth a word here.
  const rest = Math.min(count, data?.waiting ?? count)
  return (
    <div className="card mb-4 flex items-start gap-4 p-4">
      <div className="min-w-0 flex-1">
        <p role="status" className="mb-2">
          <span className="font-medium">{words.replayed(count)}.</span>{' '}
          {rest === 0 ? words.replayedAll : words.replayedRest(rest)}
        </p>
        <ProgressBar label={words.replay} done={count - rest} total={count} />
        <p className="mt-1 text-small text-muted tabular-nums">
          {words.replaying(number(count - rest), number(count))}
        </p>
      </div>
      <IconButton icon="close" label={ui.dismiss} onClick={onClose} className="-mt-1 -mr-1" />
    </div>
  )
}
