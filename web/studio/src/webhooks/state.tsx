import type { Schema } from '../api/client.ts'
import { Badge } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

export type Webhook = Schema<'WebhookDetail'>
export type State = 'on' | 'failing' | 'paused' | 'off'

type Facts = Pick<Webhook, 'active' | 'inactive_reason' | 'failing_since'>

export const stateOf = ({ active, inactive_reason, failing_since }: Facts): State => {
  if (!active) return inactive_reason === 'failing' ? 'off' : 'paused'
  return failing_since === null ? 'on' : 'failing'
}

const tones = { on: 'good', failing: 'warn', paused: 'neutral', off: 'bad' } as const

export const StateBadge = ({ webhook }: { webhook: Facts }) => {
  const { webhooks } = useWords()
  const state = stateOf(webhook)
  return <Badge tone={tones[state]}>{webhooks.states[state]}</Badge>
}
