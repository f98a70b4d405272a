import { useEffect, useState } from 'react'
import { useFormat, useWords } from '../words/words.tsx'

/** The time, every now and then. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** "3 minutes": how long it has lasted. */
export const useDuration = (since: string): string => {
  const { duration } = useFormat()
  const seconds = Math.max(0, Math.floor((useNow(5000) - Date.parse(since)) / 1000))
  return duration(seconds < 60 ? seconds : seconds - (seconds % 60))
}

/** "3 hours ago", with the exact instant on hover. Null is "never". */
export const Time = ({ at }: { at: string | null | undefined }) => {
  const { ui } = useWords()
  const { relative, instant } = useFormat()
  const now = useNow(30_000)
  if (!at) return <span className="text-muted">{ui.never}</span>
  // If the local clock is slightly slow, the instant would be in the future.
  const shown = Math.max(now, Math.min(Date.parse(at), now + 60_000))
  return (
    <time dateTime={at} title={instant(at)} className="sm:whitespace-nowrap">
      {relative(at, shown)}
    </time>
  )
}
