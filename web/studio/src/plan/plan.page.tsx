import { limitNames } from '#contract/plans.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Page, Section } from '../ui/page.tsx'
import { Badge, Notice, ProblemLine, Shown } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { Offers } from './offers.tsx'

export const PlanPage = () => {
  const { plan } = useWords()
  const { id } = useOrganization()
  const subscription = useRead(qpr.subscription.get, id)
  const usage = useRead(qpr.organizations.usage, id)
  const plans = useRead(qpr.plans.list)
  return (
    <Page title={plan.title} text={plan.text}>
      <Shown query={subscription} height="mb-8 h-28">
        {(data) => <CurrentPlan subscription={data} />}
      </Shown>
      <Shown query={usage} height="mb-8 h-64">
        {(data) => <UsageMeters usage={data} />}
      </Shown>
      <Shown query={plans}>
        {(data) => <Offers plans={data} subscription={subscription.data} />}
      </Shown>
    </Page>
  )
}

const tones = { active: 'good', past_due: 'bad', cancelled: 'neutral' } as const

/** The current plan, its end, and the link to invoices and cards. */
const CurrentPlan = ({ subscription }: { subscription: Schema<'Subscription'> }) => {
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

/** Organizations belong to the account, so they come last; retention is not a meter. */
const meters = [
  ...limitNames.filter((name) => name !== 'organizations' && name !== 'retention_days'),
  'organizations',
] as const

/** Usage beside the limits of the plan. */
const UsageMeters = ({ usage }: { usage: Schema<'Usage'> }) => {
  const { plan } = useWords()
  const { date } = useFormat()
  return (
    <Section title={plan.use} text={plan.monthEnds(date(usage.month.end))}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {meters.map((name) => (
          <Meter key={name} label={plan.limits[name]} {...usage[name]} />
        ))}
        <li className="card p-4">
          <p className="text-small text-muted">{plan.limits.retention_days}</p>
          <p className="mt-1 text-large font-semibold">
            {usage.retention_days === null ? plan.noLimit : plan.days(usage.retention_days)}
          </p>
        </li>
      </ul>
    </Section>
  )
}

interface MeterProps {
  label: string
  used: number
  maximum: number | null
}

const Meter = ({ label, used, maximum }: MeterProps) => {
  const { plan } = useWords()
  const { number } = useFormat()
  const share = maximum === null ? 0 : maximum === 0 ? 1 : Math.min(1, used / maximum)
  return (
    <li className="card p-4">
      <p className="text-small text-muted">{label}</p>
      <p className="mt-1 text-large font-semibold tabular-nums">
        {maximum === null ? number(used) : plan.usedOf(number(used), number(maximum))}
      </p>
      {maximum === null ? (
        <p className="mt-1 text-small text-muted">{plan.noLimit}</p>
      ) : (
        <div aria-hidden="true" className="mt-3 h-2 overflow-hidden rounded-full bg-hover">
          <div
            className={classNames(
              'h-full rounded-full',
              share === 1 ? 'bg-danger' : share >= 0.8 ? 'bg-warn' : 'bg-accent',
            )}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </li>
  )
}
