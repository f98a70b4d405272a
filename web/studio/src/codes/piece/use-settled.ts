import { useEffect, useState } from 'react'

const pauseMs = 300

/** The value after a pause in typing, so that not every letter is a request. */
export const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same value
  useEffect(() => {
    if (key === JSON.stringify(settled)) return
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
