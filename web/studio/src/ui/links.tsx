import { createLink, Link, type LinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons.tsx'

/** The way up, for `back` of a `Page`. Parameters of the address are kept. */
export const BackLink = ({ text, ...link }: LinkProps & { text: string }) => (
  <Link
    {...link}
    className="-ml-1 mb-2 inline-flex items-center gap-1 py-1 text-small text-muted hover:text-ink touch:min-h-11"
  >
    <Icon name="left" />
    {text}
  </Link>
)

const TextAnchor = ({ children, className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a className={classNames('link', className)} {...rest}>
    {children}
  </a>
)

/** Within a text, to a page of the Studio. */
export const TextLink = createLink(TextAnchor)

const TabAnchor = ({ children, className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a
    className={classNames(
      'control -mb-px inline-flex items-center border-b-2 border-transparent px-1 py-2 text-muted hover:text-ink',
      'aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink',
      className,
    )}
    {...rest}
  >
    {children}
  </a>
)

/** One tab: a page with its own address. */
export const TabLink = createLink(TabAnchor)

/** Tabs are links: `<Tabs label="…"><TabLink to="…">…</TabLink></Tabs>`. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="mb-6 flex gap-4 overflow-x-auto sm:gap-6 border-b border-line">
    {children}
  </nav>
)
