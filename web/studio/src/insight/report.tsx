import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Period, periods } from '#contract/periods.ts'
import type { Schema } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { Chart } from '../ui/chart.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { sinceOf } from '../ui/period.ts'
import { EmptyState, type Reading, Shown } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { BusyHours } from './heat-map.tsx'
import { LiveFeed } from './live-feed.tsx'
import { type Scope, stepOf } from './scope.ts'
import { Summary } from './summary.tsx'
import { BarList } from './top-lists.tsx'

type Analytics = Schema<'Analytics'>

interface ReportProps {
  scope: Scope
  period: Period
  query: Reading<Analytics>
  /** The time zone of the days and hours. */
  zone: string
  /** Lists with their own queries, below the shares. */
  children: ReactNode
}

/** Conversations of an own front end have no scan. */
const isEmpty = ({ scans_total, timeseries }: Analytics): boolean =>
  scans_total === 0 && timeseries.every(({ conversations }) => conversations === 0)

/** The same for an organization and for a code: figures, chart, live feed, shares. */
export const Report = ({ scope, period, query, zone, children }: ReportProps) => (
  <div className="flex flex-col gap-6">
    <Shown query={query} height="h-72 sm:h-50 lg:h-28">
      {(analytics) => <Summary scope={scope} period={period} analytics={analytics} />}
    </Shown>
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Shown query={query} height="h-120">
        {(analytics) => <ScansChart analytics={analytics} zone={zone} />}
      </Shown>
      <LiveFeed key={scope.qpr_code_id ?? scope.organization_id} scope={scope} />
    </div>
    {!(query.data && isEmpty(query.data)) && (
      <>
        <Shown query={query} height="h-100">
          {(analytics) => <Shares analytics={analytics} />}
        </Shown>
        <BusyHours scope={scope} period={period} />
        {children}
      </>
    )}
  </div>
)

/** Scans, and the conversations that they led to. */
const ScansChart = ({ analytics, zone }: { analytics: Analytics; zone: string }) => {
  const { insight: words } = useWords()
  const { clock, day } = useFormat()
  const { timeseries, period } = analytics
  if (isEmpty(analytics)) return <EmptyState title={words.emptyTitle} text={words.emptyText} />
  // The step of the data, which may still be that of the former period.
  const step = stepOf[period as Period]
  // A day of the service has no time: it is the same day here.
  const labelOf = (date: string) => (step === 'hour' ? clock(date) : day(`${date}T00:00`))
  const seriesOf = (name: 'scans' | 'conversations') => ({
    label: words[name],
    values: timeseries.map((one) => one[name]),
  })
  return (
    <div className="card p-4 sm:p-6">
      <Chart
        title={words.overTime}
        labelName={words[step]}
        labels={timeseries.map(({ date }) => labelOf(date))}
        series={[seriesOf('scans'), seriesOf('conversations')]}
      />
      <p className="mt-2 text-small text-muted">{words.zone(zone)}</p>
    </div>
  )
}

const Shares = ({ analytics: { top_countries, devices } }: { analytics: Analytics }) => {
  const { insight: words } = useWords()
  const { country } = useFormat()
  const deviceNames: Record<string, string> = words.deviceNames
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <BarList
        title={words.countries}
        items={top_countries.map(({ country: code, scans }) => ({
          key: code,
          label: country(code),
          value: scans,
        }))}
      />
      <BarList
        title={words.devices}
        items={devices.map(({ device, scans }) => ({
          key: device,
          label: deviceNames[device] ?? device,
          value: scans,
        }))}
      />
    </div>
  )
}

export const usualPeriod: Period = '30d'

/** The period, which is in the address, and the export. */
export const Controls = ({ scope, period: shown }: { scope: Scope; period: Period }) => {
  const { insight: words } = useWords()
  const may = useMay()
  return (
    <>
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
            // The default period is not in the address.
            activeProps={{ 'aria-current': undefined }}
            aria-current={period === shown ? 'page' : undefined}
            className="control inline-flex items-center rounded-field px-2 text-small text-muted whitespace-nowrap hover:text-ink sm:px-3 sm:text-base aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            {words.periods[period]}
          </Link>
        ))}
      </nav>
      {may('scans:export') && (
        <ExportMenu path="/v1/scans/export" query={{ ...scope, since: sinceOf(shown) }} />
      )}
    </>
  )
}
