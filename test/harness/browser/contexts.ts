// People in the shared browser, one after the other: each test gets a person without a past.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { contextDefaults } from './browser.ts'

interface Person {
  readonly context: BrowserContext
  /** It has changed in a way that cannot be undone. */
  readonly isSpent: () => boolean
  /** Closes the pages, and removes cookies and everything that pages stored. */
  readonly forget: () => Promise<void>
}

/** More of them would only take memory: most tests ask for one of a few kinds. */
const mostIdle = 4

/**
 * Without it, pages say that they are offline on a machine without a network. It holds for the whole
 * renderer process of `localhost`. Chromium ignores conditions without a latency.
 */
const online = { offline: false, latency: 0.01, downloadThroughput: -1, uploadThroughput: -1 }

/** Of each browser, with their options. The one that was used last comes last. */
const idle = new WeakMap<Browser, { kind: string; person: Person }[]>()

/**
 * A page of a person without cookies, storage or other pages. The context and its renderer process
 * may have served an earlier test: a new process and compiling the Studio again take a second of
 * processor time. So what a page can have alone is not of the context. Of the context, tests change
 * only cookies and `setOffline`; after another change, such as that of the clock, no other test gets it.
 */
export const takePage = async (
  browser: Browser,
  { viewport, colorScheme, reducedMotion, ...options }: BrowserContextOptions,
): Promise<{ page: Page; giveBack: () => Promise<void> }> => {
  const all = { ...contextDefaults.get(browser), ...options }
  const kind = JSON.stringify(Object.entries(all).sort())
  const person = takeIdle(browser, kind) ?? (await createPerson(browser, options))
  const page = await person.context.newPage()
  if (viewport) await page.setViewportSize(viewport)
  if (colorScheme) await page.emulateMedia({ colorScheme })
  if (reducedMotion) await page.emulateMedia({ reducedMotion })
  const giveBack = async () => {
    if (person.isSpent()) return await person.context.close()
    await person.forget()
    await keepIdle(browser, kind, person)
  }
  return { page, giveBack }
}

const takeIdle = (browser: Browser, kind: string): Person | undefined => {
  const all = idle.get(browser) ?? []
  const index = all.findIndex((one) => one.kind === kind)
  return index < 0 ? undefined : all.splice(index, 1)[0]?.person
}

const keepIdle = async (browser: Browser, kind: string, person: Person) => {
  const all = [...(idle.get(browser) ?? []), { kind, person }]
  for (const { person } of all.splice(0, all.length - mostIdle)) await person.context.close()
  idle.set(browser, all)
}

const createPerson = async (browser: Browser, options: BrowserContextOptions): Promise<Person> => {
  const context = await browser.newContext(options)
  const keeper = await openKeeper(context)
  const devtools = await context.newCDPSession(keeper)
  const isSpent = watchLastingChanges(context)
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (isOffline) => {
    await setOffline(isOffline)
    if (!isOffline) await devtools.send('Network.emulateNetworkConditions', online)
  }
  await context.setOffline(false)
  const origins = new Set<string>()
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      const { protocol, origin } = new URL(frame.url())
      if (protocol === 'http:') origins.add(origin)
    }),
  )
  const forget = async () => {
    const pages = context.pages().filter((page) => page !== keeper)
    for (const page of pages) await page.close()
    await context.setOffline(false)
    await context.clearCookies()
    for (const origin of origins) {
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    }
    origins.clear()
  }
  return { context, isSpent, forget }
}

/**
 * Of a context, and its whole clock, which is also that of its pages. What the tools for developers
 * set may stay in the renderer process.
 */
const lastingChanges = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'route',
  'setExtraHTTPHeaders',
  'setGeolocation',
]

const watchLastingChanges = (context: BrowserContext) => {
  let isSpent = false
  const spend = (owner: object, name: PropertyKey) => {
    isSpent = true
    return Reflect.get(owner, name)
  }
  for (const name of lastingChanges) {
    const get = () => spend(Object.getPrototypeOf(context), name)
    Object.defineProperty(context, name, { get })
  }
  Object.defineProperty(context, 'clock', { value: new Proxy(context.clock, { get: spend }) })
  return () => isSpent
}

/** An empty page of the site `localhost`. While it is open, so is the renderer process of the site. */
const openKeeper = async (context: BrowserContext): Promise<Page> => {
  const keeper = await context.newPage()
  await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await keeper.goto('http://localhost/')
  return keeper
}
