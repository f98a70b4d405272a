import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows beyond the edge of the screen, so that a quick scroll finds them there. */
const spare = 6
/** The range moves by this many at once: a list need not be drawn again at every pixel. */
const step = 4

const rangeOf = (list: HTMLElement | null, rowHeight: number): string => {
  const top = list?.getBoundingClientRect().top ?? 0
  const down = (rows: number) => Math.max(0, Math.floor(rows / step) * step)
  const first = down(-top / rowHeight - spare)
  const last = down((innerHeight - top) / rowHeight + spare + step)
  return `${first} ${last}`
}

/** Of a long list with rows of one height, scrolled by the window: which are on the screen. */
export const useRowsInView = (
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): number[] => {
  // As a text, because an equal text is no reason to draw anything again.
  const [range, setRange] = useState(() => rangeOf(null, rowHeight))
  // What stands above the list may have grown.
  useLayoutEffect(() => setRange(rangeOf(list.current, rowHeight)))
  useEffect(() => {
    const look = () => {
      const next = rangeOf(list.current, rowHeight)
      // At once: the screen must not show a hole before the rows come.
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
