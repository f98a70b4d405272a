import { Link } from '@tanstack/react-router'
import { type Period, periods } from '#contract/periods.ts'
import { useWords } from '../words/words.tsx'

export const usualPeriod: Period = '30d'

/** The period is in the address; the usual one needs no words there. */
export const PeriodSwitch = ({ shown }: { shown: Period }) => {
  const { insight: words } = useWords()
  return (
    <nav
      aria-label={words.period}
      className="flex max-w-full overflow-x-auto rounded-field border border-line bg-raised p-0.5"
    >
      {periods.map((period) => (
        <Link
          key={period}
          to="."
          search={(old: object) => ({
            ...old,
            period: period === usualPeriod ? undefined : period,
          })}
          replace
          resetScroll={false}
          // Whether the address says so or not.
          activeProps={{ 'aria-current': undefined }}
          aria-current={period === shown ? 'page' : undefined}
          className="control inline-flex items-center rounded-field px-2 text-small text-muted whitespace-nowrap hover:text-ink sm:px-3 sm:text-base aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
        >
          {words.periods[period]}
        </Link>
      ))}
    </nav>
  )
}
