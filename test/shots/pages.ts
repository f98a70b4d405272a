// The main pages of the Studio, with a month of a hotel in them.

import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { type Service, startService } from '../harness/service/service.ts'
import { signIn } from '../harness/service/session.ts'
import { organization } from './data.ts'
import { seedHotel } from './seed.ts'

const owner = 'anna.petersen@harbour-hotels.example'
const settings = {
  QPR_OWNER_EMAIL: owner,
  // Public, so that nothing warns of printing.
  QPR_SCAN_HOST: 'https://qr.harbour-hotels.example',
  QPR_PLANS_FILE: fileURLToPath(new URL('../../docs/plans.example.json', import.meta.url)),
  QPR_WEBHOOK_RETRY_SECONDS: '1,2,7200',
}

export interface Shot {
  name: string
  path: string
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Before the picture is taken. */
  prepare?: (page: Page) => Promise<unknown>
}

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const firstRun: Shot[] = [
  { name: 'first-run', path: 'welcome' },
  { name: 'first-run-write', path: 'welcome', height: 900, prepare: (page) => tryFirstCode(page) },
]

const tryFirstCode = async (page: Page) => {
  await page.getByRole('button', { name: /^Restaurant/ }).click()
  await page.getByRole('region', { name: 'Live preview' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Harbour Grill')
  await page.getByLabel('Your opening hours').fill('Tuesday to Sunday, 17:00 to 23:00')
  await page.fill('#text', 'When are you open?')
  await page.click('#send')
  await page.waitForSelector('.answer:last-child[data-over]')
}

const getFirstCode = async (page: Page) => {
  await tryFirstCode(page)
  await page.getByRole('button', { name: 'Get the code' }).click()
  await page.getByRole('img', { name: 'Poster for Harbour Grill' }).waitFor()
}

const mainPages = (ids: Awaited<ReturnType<typeof seedHotel>>): Shot[] => {
  const code = `codes/${ids.code}`
  const webhook = `webhooks/${ids.webhook}`
  const night = { theme: 'dark' } as const
  return [
    { name: 'home', path: '' },
    { name: 'codes', path: 'codes' },
    { name: 'code-talk', path: `${code}/talk`, height: 900 },
    { name: 'code-print', path: `${code}/print`, height: 900 },
    { name: 'code-insight', path: `${code}/insight`, height: 900 },
    { name: 'insight', path: 'insight', height: 1000 },
    { name: 'conversations', path: 'conversations' },
    { name: 'conversation', path: `conversations/${ids.conversation}`, height: 900 },
    { name: 'conversation-person', path: `conversations/${ids.person}`, height: 900 },
    { name: 'conversations-phone', path: 'conversations', ...phone },
    { name: 'conversation-person-phone', path: `conversations/${ids.person}`, ...phone },
    { name: 'leads', path: 'conversations/leads', height: 900 },
    { name: 'code-people', path: `${code}/people`, height: 1000 },
    { name: 'handoff', path: 'settings/handoff', height: 1100 },
    { name: 'leads-phone', path: 'conversations/leads', ...phone, ...night },
    { name: 'webhooks', path: 'webhooks', height: 560 },
    { name: 'webhook', path: webhook },
    { name: 'delivery', path: `${webhook}/deliveries/${ids.delivery}`, height: 900 },
    { name: 'members', path: 'members' },
    { name: 'keys', path: 'keys', height: 560 },
    { name: 'plan', path: 'plan', height: 900 },
    { name: 'settings', path: 'settings', height: 900 },
    { name: 'brand', path: 'brand', height: 1100 },
    { name: 'codes-dark', path: 'codes', ...night },
    { name: 'insight-dark', path: 'insight', height: 1000, ...night },
    { name: 'code-talk-dark', path: `${code}/talk`, height: 900, ...night },
    { name: 'codes-phone', path: 'codes', ...phone },
    { name: 'insight-phone', path: 'insight', ...phone },
    { name: 'conversation-phone', path: `conversations/${ids.conversation}`, ...phone, ...night },
    // The last one: it creates a code.
    { name: 'first-run-print', path: 'welcome', height: 1000, prepare: getFirstCode },
  ]
}

type Show = (shot: Shot, page: Page) => Promise<unknown>

const open = async (
  given: { browser: Browser; service: Service; cookie: string },
  shot: Shot,
  show: Show,
) => {
  const { browser, service, cookie } = given
  const { path, theme = 'light', prepare, width = wide.width, height = wide.height } = shot
  const base = service.config.QPR_BASE_URL
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  const [key = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name: key, value, url: base }])
  const page = await context.newPage()
  await page.goto(`${base}/studio/${organization.slug}/${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await prepare?.(page)
  await settle(page)
  await show(shot, page)
  await context.close()
}

/** Nothing is loading any more, and the images are there. */
const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate('Promise.allSettled([...document.images].map((image) => image.decode()))')
  await page.evaluate('document.activeElement?.blur()')
}

/** Shows each wanted page, in an order that the pages need. */
export const showPages = async (
  t: TestContext,
  browser: Browser,
  isWanted: (name: string) => boolean,
  show: Show,
) => {
  const service = await startService(t, { settings })
  const receiver = await startReceiver(t)
  const organizationId = await service.defaultOrganizationId()
  await service.patch(`/v1/organizations/${organizationId}`, organization)
  const cookie = await signIn(service, owner)
  const showAll = async (shots: Shot[]) => {
    for (const shot of shots.filter(({ name }) => isWanted(name))) {
      await open({ browser, service, cookie }, shot, show)
    }
  }
  await showAll(firstRun)
  await showAll(mainPages(await seedHotel(service, organizationId, receiver)))
}

const named = 'h1, h2, h3, thead th, label, legend, nav a'
const unnamed = 'button, input, select, textarea, table, svg[role=img], section, fieldset'

/** What a picture shows of the program, and not of the hotel: its headings, fields and columns. */
export const structureOf = async (page: Page): Promise<string[]> => {
  const found = await page.evaluate<string[]>(`
    [...document.querySelectorAll('${named}, ${unnamed}')].map((one) =>
      one.matches('${named}') ? one.localName + ' ' + one.textContent.trim() : one.localName)`)
  return [...new Set(found)].sort()
}
