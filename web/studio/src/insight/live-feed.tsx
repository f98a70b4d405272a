import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { invalidate, queryOf } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextLink } from '../ui/links.tsx'
import { Shown, Skeleton } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { Scope } from './scope.ts'
import { type LiveStatus, type Scan, useLiveScans } from './use-live-scans.ts'

/** Scans as they happen, in a list that can be paused. */
export const LiveFeed = ({ scope }: { scope: Scope }) => {
  const { insight: words } = useWords()
  const [isPaused, setIsPaused] = useState(false)
  const isOfOneCode = scope.qpr_code_id !== undefined
  const onScan = useFreshFigures()
  const { scans, status, error, refetch } = useLiveScans({ scope, isPaused, onScan })
  return (
    <section aria-label={words.live} className="card flex flex-col p-4 sm:p-6">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 font-medium">
          <Signal status={status} />
          {words.live}
        </h2>
        <Button
          kind="quiet"
          icon={isPaused ? 'play' : 'pause'}
          className="-mr-3.5 text-small text-muted"
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? words.resume : words.pause}
        </Button>
      </div>
      <Shown query={{ data: scans, error, refetch }} height={isOfOneCode ? 'h-72' : 'h-96'}>
        {(known) => <Rows scans={known} isOfOneCode={isOfOneCode} />}
      </Shown>
    </section>
  )
}

const Signal = ({ status }: { status: LiveStatus }) => {
  const { insight: words } = useWords()
  const sentence = {
    live: words.liveText,
    connecting: words.liveConnecting,
    away: words.liveAway,
    paused: words.livePaused,
  }[status]
  const color = {
    live: 'text-accent',
    connecting: 'text-line',
    away: 'text-warn',
    paused: 'text-muted',
  }
  return (
    <span data-status={status} title={sentence} className="inline-flex">
      <svg
        viewBox="0 0 1 1"
        fill="currentColor"
        aria-hidden="true"
        className={classNames('size-2.5', color[status])}
      >
        <path d="M0 0h1v1H0z" />
      </svg>
      <span role="status" className="sr-only">
        {sentence}
      </span>
    </span>
  )
}

const Rows = ({ scans, isOfOneCode }: { scans: readonly Scan[]; isOfOneCode: boolean }) => {
  const { insight: words } = useWords()
  // The full height from the start, so that a new scan moves nothing below.
  const classes = classNames('flex flex-col', isOfOneCode ? 'min-h-72' : 'min-h-96')
  if (scans.length === 0)
    return <p className={classNames(classes, 'text-muted')}>{words.liveEmpty}</p>
  return (
    <ol aria-label={words.liveText} className={classes}>
      {scans.map((scan) => (
        <li
          key={scan.id}
          className={classNames(
            'appear flex items-baseline justify-between gap-3 border-t border-line first:border-t-0',
            isOfOneCode ? 'h-9 leading-9' : 'h-12 items-center',
          )}
        >
          <span className="min-w-0">
            {!isOfOneCode && <CodeName scan={scan} />}
            <span className={classNames('block truncate', !isOfOneCode && 'text-small text-muted')}>
              <Place scan={scan} />
            </span>
          </span>
          <span className="shrink-0 text-small text-muted">
            <Time at={scan.scanned_at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const CodeName = ({ scan: { qpr_code_id: id, short_id } }: { scan: Scan }) => {
  const { slug } = useOrganization()
  const { data, error } = useQuery({ ...queryOf(qpr.codes.get, id), staleTime: 300_000 })
  if (!data && !error) return <Skeleton className="my-1 h-4 w-32" />
  return (
    <TextLink
      to="/$slug/codes/$id/insight"
      params={{ slug, id }}
      className="block truncate text-ink no-underline hover:underline"
    >
      <bdi>{data?.name ?? short_id}</bdi>
    </TextLink>
  )
}

const Place = ({ scan }: { scan: Scan }) => {
  const { insight: words } = useWords()
  const { country } = useFormat()
  const place = [scan.city, scan.country && country(scan.country)].filter(Boolean).join(', ')
  return `${place || words.somewhere} · ${words.deviceNames[scan.device]}`
}

const freshEveryMs = 5000

/** The figures above follow the scans, a few seconds behind. */
const useFreshFigures = () => {
  const queryClient = useQueryClient()
  const isDue = useRef(false)
  return () => {
    if (isDue.current) return
    isDue.current = true
    setTimeout(() => {
      isDue.current = false
      void invalidate(queryClient, ['/v1/analytics', '/v1/qpr-codes/{id}/analytics'])
    }, freshEveryMs)
  }
}
