import { limitNames } from '#contract/plans.ts'
import type { Schema } from '../api/client.ts'
import { classNames } from '../ui/class-names.ts'
import { Section } from '../ui/page.tsx'
import { useFormat, useWords } from '../words/words.tsx'

/** Organizations belong to the account, so they come last; retention is not a meter. */
const meters = [
  ...limitNames.filter((name) => name !== 'organizations' && name !== 'retention_days'),
  'organizations',
] as const

/** Usage beside the limits of the plan. */
export const UsageMeters = ({ usage }: { usage: Schema<'Usage'> }) => {
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
