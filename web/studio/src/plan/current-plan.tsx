import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Notice, ProblemLine } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'

const tones = { active: 'good', past_due: 'bad', cancelled: 'neutral' } as const

/** The current plan, its end, and the link to invoices and cards. */
export const CurrentPlan = ({ subscription }: { subscription: Schema<'Subscription'> }) => {
  const { plan: words } = useWords()
  const { date } = useFormat()
  const { plan, status, provider, current_period_end, cancel_at } = subscription
  const isPaid = plan !== 'free'
  return (
    <section aria-label={words.current} className="card mb-8 flex flex-col gap-3 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-3">
          <span className="text-title font-semibold">{words.names[plan]}</span>
          {(isPaid || status !== 'active') && (
            <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
          )}
        </p>
        {provider === 'stripe' && isPaid && <PortalButton />}
      </div>
      {cancel_at ? (
        <Notice tone="warn">{words.endsAt(date(cancel_at))}</Notice>
      ) : (
        current_period_end && (
          <p className="text-muted">{words.renewsAt(date(current_period_end))}</p>
        )
      )}
      {status === 'past_due' && <Notice tone="bad">{words.pastDue}</Notice>}
    </section>
  )
}

const PortalButton = () => {
  const { plan } = useWords()
  const { id } = useOrganization()
  const may = useMay()
  const portal = useChange(qpr.subscription.openPortal, {
    onDone: ({ portal_url }) => window.location.assign(portal_url),
  })
  if (!may('subscription:write')) return null
  return (
    <div className="flex flex-col items-end gap-2">
      <Button icon="external" isPending={portal.isPending} onClick={() => portal.mutate([id])}>
        {plan.portal}
      </Button>
      <ProblemLine error={portal.error} />
    </div>
  )
}
