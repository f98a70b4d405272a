import { useEffect, useState } from 'react'
import { useFormat, useWords } from '../words/words.tsx'

/** The time, read again as often as it makes a difference for something at this instant. */
const useNow = (at: number) => {
  const [now, setNow] = useState(() => Date.now())
  const isNear = Math.abs(at - now) < 90_000
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isNear ? 1000 : 15_000)
    return () => clearInterval(timer)
  }, [isNear])
  return now
}

/** "in 12 seconds", then that it is under way. */
export const Countdown = ({ to }: { to: string }) => {
  const { webhooks } = useWords()
  const { relative, instant } = useFormat()
  const at = Date.parse(to)
  const now = useNow(at)
  return (
    <time dateTime={to} title={instant(to)} className="whitespace-nowrap tabular-nums">
      {at <= now ? webhooks.underWay : relative(to, now)}
    </time>
  )
}
