import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** Chromium ignores conditions without a latency. */
const conditions = { latency: 0.01, downloadThroughput: -1, uploadThroughput: -1 }

/**
 * For a machine without a network, where pages say that they are offline. One session of the
 * developer tools sets both states of a page: Chromium mixes up the conditions of several.
 */
export const stayOnline = (context: BrowserContext) => {
  const sessions = new WeakMap<Page, CDPSession>()
  let offline = false
  const emulate = async (page: Page) => {
    const devtools = sessions.get(page) ?? (await context.newCDPSession(page))
    sessions.set(page, devtools)
    await devtools.send('Network.emulateNetworkConditions', { ...conditions, offline })
  }
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    await emulate(page)
    return page
  }
  context.setOffline = async (isOffline) => {
    offline = isOffline
    for (const page of context.pages()) await emulate(page)
  }
}
