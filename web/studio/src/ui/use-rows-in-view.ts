import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows rendered beyond the edges of the screen, for quick scrolling. */
const spare = 6
/** The range moves by this many rows: the list must not render at every pixel. */
const step = 4

const rangeOf = (list: HTMLElement | null, rowHeight: number): string => {
  const top = list?.getBoundingClientRect().top ?? 0
  const down = (rows: number) => Math.max(0, Math.floor(rows / step) * step)
  const first = down(-top / rowHeight - spare)
  const last = down((innerHeight - top) / rowHeight + spare + step)
  return `${first} ${last}`
}

/** The indexes of the visible rows of a list with one row height, scrolled by the window. */
export const useRowsInView = (
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): number[] => {
  // A string, because setting an equal string does not render again.
  const [range, setRange] = useState(() => rangeOf(null, rowHeight))
  // The filters and notices above the list may have changed its position.
  useLayoutEffect(() => setRange(rangeOf(list.current, rowHeight)))
  useEffect(() => {
    const look = () => {
      const next = rangeOf(list.current, rowHeight)
      // Synchronously, or the screen shows a gap before the rows appear.
      flushSync(() => setRange(next))
    }
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [list, rowHeight])
  const [first = 0, last = 0] = range.split(' ').map(Number)
  const length = Math.max(0, Math.min(last, count) - first)
  return Array.from({ length }, (_, index) => first + index)
}
