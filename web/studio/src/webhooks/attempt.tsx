import type { Schema } from '../api/client.ts'
import { Badge } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { ResponseBody } from './test.panel.tsx'

type Attempt = Schema<'DeliveryDetail'>['attempts'][number]

/** One attempt: when, how long, and what the receiver said. */
export const AttemptCard = ({ attempt }: { attempt: Attempt }) => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  const { status, error } = attempt
  return (
    <li className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold">{words.attempt(attempt.number)}</h3>
        <Badge tone={error === null ? 'good' : 'bad'}>
          {status === null ? words.noAnswer : `${words.status} ${status}`}
        </Badge>
        <span className="text-small text-muted tabular-nums">{number(attempt.duration_ms)} ms</span>
        <span className="text-small text-muted">
          <Time at={attempt.started_at} />
        </span>
      </div>
      {error !== null && <p className="wrap-anywhere">{words.failure(error)}</p>}
      <ResponseBody body={attempt.response_body} />
    </li>
  )
}
