import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { takeFocusWish } from '../shell/focus.ts'
import { WaitingCount } from '../shell/waiting.ts'

interface PageProps {
  title: ReactNode
  /** For the browser's tab where `title` is not a text. */
  name?: string
  /** One line below the title. */
  text?: ReactNode
  /** One primary action, at the top right. */
  action?: ReactNode
  /** The way back up, above the title: a `BackLink`. */
  back?: ReactNode
  /** Tabs, below the title. */
  tabs?: ReactNode
  children?: ReactNode
}

/** Every page: its title, its one primary action, its content. Gets the focus after navigation. */
export const Page = ({ title, name, text, action, back, tabs, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const waiting = useContext(WaitingCount)
  const documentTitle = name ?? (typeof title === 'string' ? title : '')
  useEffect(() => {
    if (takeFocusWish()) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const count = waiting > 0 ? `(${waiting}) ` : ''
    if (documentTitle) document.title = `${count}${documentTitle} · QPR`
  }, [documentTitle, waiting])
  return (
    <>
      {back}
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-title font-semibold tracking-tight">
            {title}
          </h1>
          {text !== undefined && <p className="mt-1 text-muted">{text}</p>}
        </div>
        {action !== undefined && (
          <div className="flex max-w-full min-w-0 flex-wrap gap-2">{action}</div>
        )}
      </header>
      {tabs}
      {children}
    </>
  )
}

/** A part of a page, with its own heading. */
export const Section = (props: {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) => (
  <section className="mb-8">
    <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-large font-semibold">{props.title}</h2>
        {props.text !== undefined && <p className="mt-1 text-muted">{props.text}</p>}
      </div>
      {props.action}
    </div>
    {props.children}
  </section>
)

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="card p-4 sm:p-6">{children}</div>
)
