import { qpr, type Schema } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useAsk } from '../ui/ask.tsx'
import { Switch } from '../ui/field.tsx'
import { Badge, ProblemLine } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

export type Webhook = Schema<'WebhookDetail'>

const stateOf = ({ active, inactive_reason, failing_since }: Webhook) => {
  if (!active) return inactive_reason === 'failing' ? 'off' : 'paused'
  return failing_since === null ? 'on' : 'failing'
}

const tones = { on: 'good', failing: 'warn', paused: 'neutral', off: 'bad' } as const

export const StateBadge = ({ webhook }: { webhook: Webhook }) => {
  const { webhooks } = useWords()
  const state = stateOf(webhook)
  return <Badge tone={tones[state]}>{webhooks.states[state]}</Badge>
}

/** The state of a webhook, what it means, and the switch. */
export const StateCard = ({ webhook }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const may = useMay()
  return (
    <section
      aria-label={words.state}
      className="card mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-4"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge webhook={webhook} />
          {webhook.failing_since !== null && (
            <span className="text-small text-muted">
              {words.firstFailure} <Time at={webhook.failing_since} />
            </span>
          )}
        </p>
        <p className="mt-1 text-muted">{words.stateTexts[stateOf(webhook)]}</p>
      </div>
      {may('webhooks:write') && <OnOff webhook={webhook} />}
    </section>
  )
}

const OnOff = ({ webhook: { id, active } }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const toast = useToast()
  const ask = useAsk()
  const change = useChange(qpr.webhooks.update, {
    changes: ['/v1/webhooks'],
    onDone: ({ active }) => toast(active ? words.isResumed : words.isPaused),
  })
  const pause = () =>
    ask({
      title: words.pauseTitle,
      text: words.pauseText,
      action: words.pause,
      onConfirm: () => change.mutateAsync([id, { active: false }]),
    })
  return (
    <div>
      <Switch
        name="active"
        label={words.isOn}
        value={active}
        isDisabled={change.isPending}
        onChange={(isOn) => (isOn ? change.mutate([id, { active: true }]) : pause())}
      />
      <ProblemLine error={change.error} />
    </div>
  )
}
