import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { serviceAddress } from '../api/place.ts'
import { invalidate, queryOf } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { useRead } from '../api/read.ts'
import { openEventSource } from '../browser.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Square } from '../ui/icons.tsx'
import { TextLink } from '../ui/links.tsx'
import { Shown, Skeleton } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { Scope } from './scope.ts'

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
      <Square className={color[status]} />
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

type Scan = Schema<'Scan'>

type LiveStatus = 'connecting' | 'live' | 'away' | 'paused'

const shownScans = 8
const [shortestWaitMs, longestWaitMs] = [1000, 30_000]

interface Options {
  scope: Scope
  isPaused: boolean
  onScan: () => void
}

/** The newest scans, updated live. Pauses while the page is hidden. */
const useLiveScans = ({ scope, isPaused, onScan }: Options) => {
  const query = { ...scope, limit: shownScans }
  const { data, error, refetch } = useRead(qpr.scans.list, query)
  const [news, setNews] = useState<readonly Scan[]>([])
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const isSeen = useIsSeen()
  const known = data?.scans
  const newest = Math.max(0, ...[...news, ...(known ?? [])].map(({ id }) => id))

  const take = useEffectEvent((scan: Scan) => {
    setNews((old) => [scan, ...old.filter(({ id }) => id !== scan.id)].slice(0, shownScans))
    onScan()
  })
  const begin = useEffectEvent(() => follow(scope, newest, take, setStatus))
  const mayFollow = known !== undefined && isSeen && !isPaused
  useEffect(() => (mayFollow ? begin() : undefined), [mayFollow])

  const older = known?.filter(({ id }) => news.every((one) => one.id !== id)) ?? []
  return {
    scans: known && [...news, ...older].slice(0, shownScans),
    status: isPaused ? 'paused' : status,
    error,
    refetch,
  }
}

/** Follows the stream and reconnects until it is stopped. */
const follow = (
  scope: Scope,
  newest: number,
  onScan: (scan: Scan) => void,
  onStatus: (status: LiveStatus) => void,
): (() => void) => {
  let after = newest
  let waitMs = shortestWaitMs
  let source: EventSource | null
  let timer: ReturnType<typeof setTimeout>
  const open = () => {
    const query = new URLSearchParams({ ...scope, after: String(after) })
    source = openEventSource(`${serviceAddress('/v1/scans/stream')}?${query}`)
    if (!source) return onStatus('away')
    const { CLOSED } = source
    source.addEventListener('open', () => {
      waitMs = shortestWaitMs
      onStatus('live')
    })
    source.addEventListener('scan', ({ data }: MessageEvent<string>) => {
      const scan: Scan = JSON.parse(data)
      after = Math.max(after, scan.id)
      onScan(scan)
    })
    source.addEventListener('error', () => {
      onStatus('away')
      // The browser reconnects after a broken connection, but not after a refusal.
      if (source?.readyState !== CLOSED) return
      timer = setTimeout(open, waitMs)
      waitMs = Math.min(waitMs * 2, longestWaitMs)
    })
  }
  onStatus('connecting')
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

const useIsSeen = (): boolean => {
  const [isSeen, setIsSeen] = useState(!document.hidden)
  useEffect(() => {
    const update = () => setIsSeen(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isSeen
}
