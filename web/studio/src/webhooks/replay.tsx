import { type ReactNode, useState } from 'react'
import { qpr } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { Notice, ProblemLine } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { useHealth } from './health.tsx'
import type { Webhook } from './state.tsx'

interface Values {
  since: string
  until: string
  status: 'failed' | 'succeeded' | 'all'
}

interface Found {
  span: { since: string; until: string; status?: 'failed' | 'succeeded' }
  total: number
}

interface ReplayDialogProps {
  webhook: Webhook
  onClose: () => void
  onReplayed: (count: number) => void
}

/** First the number of deliveries; confirmed, all of them in steps that the service allows. */
export const ReplayDialog = ({ webhook, onClose, onReplayed }: ReplayDialogProps) => {
  const { webhooks: words, ui } = useWords()
  const [found, setFound] = useState<Found | null>(null)
  const back = (
    <Button icon="left" onClick={() => setFound(null)}>
      {ui.previous}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={words.replayTitle} text={words.replayText}>
      {found === null ? (
        <Question webhook={webhook} onFound={setFound} />
      ) : found.total === 0 ? (
        <div className="flex flex-col gap-4">
          <Notice>{words.countNone}</Notice>
          <StillWaiting id={webhook.id} />
          <DialogActions back={back} />
        </div>
      ) : (
        <Answer id={webhook.id} found={found} back={back} onReplayed={onReplayed} />
      )}
    </Dialog>
  )
}

const dayMs = 86_400_000

/** As a field of the browser writes an instant: in local time, to the minute. */
const localInstant = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** A day ago, or since it fails where that is longer. */
const firstOf = (failingSince: string | null): number =>
  Math.min(Date.now() - dayMs, failingSince === null ? Number.MAX_VALUE : Date.parse(failingSince))

const Question = (props: { webhook: Webhook; onFound: (found: Found) => void }) => {
  const { id, failing_since } = props.webhook
  const { webhooks: words } = useWords()
  const count = useChange(qpr.webhooks.replay)
  const form = useForm<Values>({
    initial: { since: localInstant(firstOf(failing_since)), until: '', status: 'failed' },
    isFreeToLeave: true,
    check: ({ since, until }) => ({
      since: !since ? words.fromMissing : until && since > until ? words.fromAfterTo : undefined,
    }),
    async save({ since, until, status }) {
      const span: Found['span'] = {
        since: new Date(since).toISOString(),
        until: (until ? new Date(until) : new Date()).toISOString(),
        ...(status !== 'all' && { status }),
      }
      const body = { ...span, dry_run: true }
      const answer = await count.mutateAsync([id, body])
      props.onFound({ span, total: answer.count + answer.remaining })
    },
  })
  return (
    <Form form={form} action={words.count} isAlwaysReady staysOpen>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.from} type="datetime-local" {...form.field('since')} />
        <TextField label={words.to} type="datetime-local" {...form.field('until')} />
      </div>
      <p className="-mt-2 text-small text-muted">{words.toHint}</p>
      <Select label={words.replayWhich} choices={words.replayStatuses} {...form.field('status')} />
    </Form>
  )
}

/** Deliveries that are not finished are not resent: they have attempts left. */
const StillWaiting = ({ id }: { id: string }) => {
  const { webhooks: words } = useWords()
  const { data } = useHealth(id)
  return data?.waiting ? <p className="text-muted">{words.stillWaiting(data.waiting)}</p> : null
}

interface AnswerProps {
  id: string
  found: Found
  back: ReactNode
  onReplayed: (count: number) => void
}

const Answer = ({ id, found: { span, total }, back, onReplayed }: AnswerProps) => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  const replay = useChange(qpr.webhooks.replay, { changes: ['/v1/webhooks'] })
  const [done, setDone] = useState(0)
  const [from, setFrom] = useState<string | null>(span.since)
  const [isRunning, setIsRunning] = useState(false)
  const run = async () => {
    setIsRunning(true)
    let [count, since] = [done, from]
    try {
      while (since !== null) {
        const body = { ...span, since }
        const answer = await replay.mutateAsync([id, body])
        count += answer.count
        since = answer.next_since
        setDone(count)
        setFrom(since)
      }
      onReplayed(count)
    } catch {
      // Shown below; pressed again, it goes on where it stopped.
      setIsRunning(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-large font-semibold">
        {words.countResult(total)}
      </p>
      <StillWaiting id={id} />
      {(isRunning || done > 0) && (
        <div>
          <ProgressBar label={words.replayTitle} done={done} total={total} />
          <p className="mt-1 text-small text-muted tabular-nums">
            {words.replaying(number(done), number(total))}
          </p>
        </div>
      )}
      <ProblemLine error={replay.error} />
      <DialogActions back={back}>
        <Button kind="primary" isPending={isRunning} onClick={() => void run()}>
          {words.replayNow(total - done)}
        </Button>
      </DialogActions>
    </div>
  )
}

/** After a replay: the number of deliveries that still wait. */
export const ReplayProgress = (props: { id: string; count: number; onClose: () => void }) => {
  const { id, count, onClose } = props
  const { webhooks: words, ui } = useWords()
  const { number } = useFormat()
  const { data } = useHealth(id)
  // Newer deliveries may wait too, so limit the number to those that were replayed.
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
