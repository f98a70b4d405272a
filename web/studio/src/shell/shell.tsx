import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { localStore } from '../browser.ts'
import { AskProvider } from '../ui/ask.tsx'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon, QprMark } from '../ui/icons.tsx'
import { PrivateHostText, usePrivateHost } from '../ui/private-host.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LongName, OrganizationSwitcher } from './organization-switcher.tsx'
import { Rail } from './rail.tsx'
import { useShownOrganization } from './shown-organization.ts'
import { useWaiting, WaitingCount } from './waiting.ts'

// Loaded on demand: wide screens do not need it, and dialogs are large.
const loadDrawer = () => import('./drawer.tsx')
const Drawer = lazy(loadDrawer)

/** Around every page: the rail at its left, or on a small screen a bar above with a menu. */
export const Shell = () => {
  const { shell } = useWords()
  const shown = useShownOrganization()
  const waiting = useWaiting(shown)
  const main = useRef<HTMLElement>(null)
  return (
    <WaitingCount value={waiting}>
      <AskProvider>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page, and says so */}
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-accent px-4 py-3 text-on-accent focus:translate-y-0"
          onClick={(event) => {
            // <base> would make it an address of another page.
            event.preventDefault()
            main.current?.focus()
          }}
        >
          {shell.skip}
        </a>
        <div className="md:grid md:min-h-dvh md:grid-cols-[15rem_minmax(0,1fr)]">
          <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-r border-line p-3 md:flex">
            <OrganizationSwitcher shown={shown} />
            <Rail shown={shown} />
            <AccountMenu shown={shown} className="mt-auto" />
          </aside>
          <TopBar />
          <div className="min-w-0">
            <PrivateHostBanner />
            <main
              ref={main}
              id="content"
              tabIndex={-1}
              className="mx-auto max-w-[calc(1120px+4rem)] px-4 py-6 outline-none sm:px-8 md:py-10"
            >
              <Outlet />
            </main>
          </div>
        </div>
      </AskProvider>
    </WaitingCount>
  )
}

const TopBar = () => {
  const { shell } = useWords()
  const shown = useShownOrganization()
  const [isOpen, setIsOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setIsOpen(false), [path])
  const preload = () => void loadDrawer().catch(() => {})
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-paper px-2 md:hidden">
      <IconButton
        icon="menu"
        label={shell.menu}
        className="size-11"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerDown={preload}
        onFocus={preload}
        onClick={() => setIsOpen(true)}
      />
      <Suspense>{isOpen && <Drawer shown={shown} onClose={() => setIsOpen(false)} />}</Suspense>
      <QprMark className="size-5 text-accent" />
      {shown && <LongName name={shown.name} className="font-medium" />}
      {shown && <WaitingLink slug={shown.slug} />}
    </header>
  )
}

/** A small screen hides the rail with its count. */
const WaitingLink = ({ slug }: { slug: string }) => {
  const { shell } = useWords()
  const { short } = useFormat()
  const count = useContext(WaitingCount)
  if (count === 0) return null
  return (
    <Link
      to="/$slug/conversations"
      params={{ slug }}
      aria-label={`${shell.conversations}: ${shell.waiting(count)}`}
      className="control ml-auto flex shrink-0 items-center gap-2 rounded-field bg-warn-soft px-3 text-warn tabular-nums"
    >
      <Icon name="conversations" />
      {short(count)}
    </Link>
  )
}

const dismissedKey = 'qpr private host'

const isPrintPage = ({ pathname, search }: { pathname: string; search: object }): boolean =>
  pathname.endsWith('/print') || ('step' in search && search.step === 'print')

/**
 * A printed code cannot be changed: said once, until the reader dismisses it. Another address is
 * another warning.
 */
const PrivateHostBanner = () => {
  const { shell } = useWords()
  const host = usePrivateHost()
  const isPrinting = useRouterState({ select: ({ location }) => isPrintPage(location) })
  const [dismissed, setDismissed] = useState(() => localStore.read(dismissedKey))
  if (!host || dismissed === host) return null
  const dismiss = () => {
    localStore.write(dismissedKey, host)
    setDismissed(host)
  }
  return (
    <div
      role="status"
      className={classNames(
        'flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-1 text-small text-warn sm:px-8',
        // A small screen has room for it only where it matters.
        !isPrinting && 'max-md:hidden',
      )}
    >
      <Icon name="warning" className="mt-2" />
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <PrivateHostText host={host} />
      </div>
      <IconButton icon="close" label={shell.dismiss} onClick={dismiss} />
    </div>
  )
}
