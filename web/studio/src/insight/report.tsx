import type { ReactNode } from 'react'
import type { Period } from '#contract/periods.ts'
import type { Schema } from '../api/client.ts'
import { EmptyState } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { FiguresSkeleton } from './figures.tsx'
import { LiveFeed } from './live-feed.tsx'
import { ScansChart } from './scans-chart.tsx'
import { type Scope, stepOf } from './scope.ts'
import { ShareList } from './share-list.tsx'
import { Summary } from './summary.tsx'

type Analytics = Schema<'Analytics'>

interface ReportProps {
  scope: Scope
  period: Period
  /** Undefined while they are on their way. */
  analytics: Analytics | undefined
  /** What is read on its own, below the shares. */
  children: ReactNode
}

/** The same for an organization and for a code: figures, course, live feed, shares. */
export const Report = ({ scope, period, analytics, children }: ReportProps) => {
  const { insight: words } = useWords()
  const isEmpty =
    analytics?.scans_total === 0 && analytics.timeseries.every((step) => step.conversations === 0)
  return (
    <div className="flex flex-col gap-6">
      {analytics ? (
        <Summary scope={scope} period={period} analytics={analytics} />
      ) : (
        <FiguresSkeleton count={6} />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {analytics ? (
          isEmpty ? (
            <EmptyState title={words.emptyTitle} text={words.emptyText} />
          ) : (
            <div className="card p-4 sm:p-6">
              {/* The step of what is shown, which may still be that of the period before. */}
              <ScansChart series={analytics.timeseries} step={stepOf[analytics.period as Period]} />
              <p className="mt-2 text-small text-muted">{words.utc}</p>
            </div>
          )
        ) : (
          <CardSkeleton className="h-120" />
        )}
        <LiveFeed key={scope.qpr_code_id ?? scope.organization_id} scope={scope} />
      </div>
      {!isEmpty && (
        <>
          <Shares analytics={analytics} />
          {children}
        </>
      )}
    </div>
  )
}

const Shares = ({ analytics }: { analytics: Analytics | undefined }) => {
  const { insight: words } = useWords()
  const { country } = useFormat()
  if (!analytics) {
    return (
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <CardSkeleton className="h-100" />
        <CardSkeleton className="h-100" />
      </div>
    )
  }
  const { top_countries, devices } = analytics
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <ShareList
        title={words.countries}
        items={top_countries.map((one) => ({
          key: one.country,
          label: country(one.country),
          value: one.scans,
        }))}
      />
      <ShareList
        title={words.devices}
        items={devices.map(({ device, scans }) => ({
          key: device,
          label: words.deviceNames[device as keyof typeof words.deviceNames] ?? device,
          value: scans,
        }))}
      />
    </div>
  )
}
