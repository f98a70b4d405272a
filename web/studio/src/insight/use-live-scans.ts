import { useEffect, useEffectEvent, useState } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { serviceAddress } from '../api/place.ts'
import { useRead } from '../api/read.ts'
import { openEventSource } from '../browser.ts'
import type { Scope } from './scope.ts'

export type Scan = Schema<'Scan'>

export type LiveStatus = 'connecting' | 'live' | 'away' | 'paused'

const shownScans = 8
const [shortestWaitMs, longestWaitMs] = [1000, 30_000]

interface Options {
  scope: Scope
  isPaused: boolean
  onScan: () => void
}

/** The newest scans, updated live. Pauses while the page is hidden. */
export const useLiveScans = ({ scope, isPaused, onScan }: Options) => {
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
