import { type ReactNode, useEffect, useRef } from 'react'

/** One step of several on a page: begins at its top and takes the focus, as a page of its own would. */
export const Step = ({ label, children }: { label: string; children: ReactNode }) => {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <section ref={place} tabIndex={-1} aria-label={label} className="outline-none">
      {children}
    </section>
  )
}
