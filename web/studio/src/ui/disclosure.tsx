import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icons.tsx'

interface DisclosureProps {
  title: string
  /** Beside the title, while there is room. */
  text: string
  /** Opens it, for fields with an error. */
  isWrong: boolean
  children: ReactNode
}

/** Rarely used fields below a line that opens them. */
export const Disclosure = ({ title, text, isWrong, children }: DisclosureProps) => {
  const details = useRef<HTMLDetailsElement>(null)
  // Its attribute is not used, which would close it as soon as the error is gone.
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true
  }, [isWrong])
  return (
    <details ref={details} className="card group">
      <summary className="control flex cursor-pointer list-none items-center gap-2 px-4 py-3 font-medium">
        <Icon name="right" className="transition-transform group-open:rotate-90" />
        {title}
        <span className="min-w-0 truncate text-small font-normal text-muted">{text}</span>
      </summary>
      <div className="flex flex-col gap-6 border-t border-line p-4">{children}</div>
    </details>
  )
}
