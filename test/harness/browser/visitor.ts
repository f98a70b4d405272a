// A visitor in a real browser, and the model that answers.
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onRequest, openPage } from '../../journeys/pages.ts'
import { createCode } from '../data/given.ts'
import { asking } from '../data/talk.ts'
import { type Script, startProvider } from '../providers/provider.ts'
import { type fakeClock, startService } from '../service/service.ts'

interface Given {
  /** The name of the code. */
  fields?: object
  script?: Script
  settings?: Record<string, string>
  clock?: ReturnType<typeof fakeClock>
}

/** A code whose model says what the test wants. */
export const givenCode = async (
  t: TestContext,
  { fields = {}, script, settings, clock }: Given = {},
) => {
  const provider = await startProvider(t, script)
  const service = await startService(t, {
    settings: { ...asking(provider), ...settings },
    ...(clock && { clock }),
  })
  const code = await createCode(service, {
    template: 'hospitality',
    welcome_message: 'Welcome! How can I help?',
    suggestions: ['When is breakfast?', 'Where is the pool?'],
    contact: { label: 'Call reception', url: 'tel:+4940123456' },
    ...fields,
  })
  return { provider, service, code }
}

/** Scans a code and records all requests of the page. */
export const scanWith = async (
  t: TestContext,
  browser: Browser,
  { scan_url }: { scan_url: string },
  options: BrowserContextOptions = {},
) => {
  const page = await openPage(t, browser, options)
  const requested: string[] = []
  onRequest(page, (request) => requested.push(`${request.method()} ${request.url()}`))
  await page.goto(scan_url)
  return Object.assign(page, { requested })
}

export const say = async (page: Page, text: string) => {
  await page.fill('#text', text)
  await page.click('#send')
}

/** The visible text, with its lines. */
export const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).allInnerTexts()).join('\n')

/** The text of the last answer, after its end. */
export const lastAnswer = async (page: Page): Promise<string> => {
  await page.waitForSelector('.answer:last-child[data-over]')
  return await textOf(page, '.answer:last-child .text')
}

/** All messages of both sides. */
export const transcript = async (page: Page): Promise<string[]> =>
  await page.locator('.said p, .answer .text').allInnerTexts()

export const openMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: item }).click()
}

/** Announcements of the page to a screen reader, from now on. */
export const listenTo = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(`{
    window.announced = []
    new MutationObserver(() => announced.push(document.getElementById('live').textContent))
      .observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true })
  }`)
  return async () => (await page.evaluate('announced')) as string[]
}
