import { useEffect, useState } from 'react'
import { useFormat, useWords } from '../words/words.tsx'

/** "3 hours ago", with the exact instant on hover. Null is "never". */
export const Time = ({ at }: { at: string | null | undefined }) => {
  const { ui } = useWords()
  const { relative, instant } = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (!at) return <span className="text-muted">{ui.never}</span>
  // If the local clock is slightly slow, the instant would be in the future.
  const shown = Math.max(now, Math.min(Date.parse(at), now + 60_000))
  return (
    <time dateTime={at} title={instant(at)} className="sm:whitespace-nowrap">
      {relative(at, shown)}
    </time>
  )
}
