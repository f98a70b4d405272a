import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { dayMs } from '../../src/platform/kit/clock.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { plantConversations } from '../../test/harness/data/conversations.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { plantScans } from '../../test/harness/data/planted-scans.ts'
import { iPhone, scan } from '../../test/harness/data/scans.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** Noon of some days ago, UTC. */
const daysAgo = (days: number) => (Math.floor(Date.now() / dayMs) - days) * dayMs + dayMs / 2

const talked = (messages: number) => ({ conversation_started: 1, conversation_messages: messages })

/** Six scans of the last 30 days, four of the 30 days before, two of last year. */
const plant = async (service: Service) => {
  const lobby = await createCode(service, { name: 'Lobby' })
  const pool = await createCode(service, { name: 'Pool' })
  await plantConversations(
    service,
    lobby,
    [4, 2, 2].map((messages) => ({ at: daysAgo(3), said: Array(messages).fill('Hello') })),
  )
  await plantScans(service, [
    { code: lobby, at: daysAgo(3), visitor: 'a', ...talked(4) },
    { code: lobby, at: daysAgo(3), visitor: 'a', ...talked(2) },
    { code: lobby, at: daysAgo(3), visitor: 'b', ...talked(2) },
    { code: lobby, at: daysAgo(8), visitor: 'c', country: 'US', device: 'desktop' },
    { code: pool, at: daysAgo(8), visitor: 'd', country: 'US', device: 'desktop' },
    { code: pool, at: daysAgo(20), visitor: 'e', country: null, device: 'tablet' },
    ...['f', 'g', 'h', 'i'].map((visitor) => ({ code: lobby, at: daysAgo(40), visitor })),
    ...['j', 'k'].map((visitor) => ({ code: pool, at: daysAgo(300), visitor })),
  ])
  return { lobby, pool }
}

const openInsight = async (t: TestContext, service: Service, path = 'insight', options = {}) => {
  const page = await openStudio(t, browser, service, {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  await page.goto(studioAddress(service, path))
  return page
}

/** The figures by name, with the change as a screen reader announces it. */
const figuresOn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('dl > div')].map((cell) =>
    [...cell.querySelectorAll('dt, dd:first-of-type, .sr-only')]
      .map((one) => one.textContent).join(' | '))`)

const figure = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })

const rowsOf = async (page: Page, caption: string): Promise<string[][]> =>
  page.evaluate(`[...document.querySelectorAll('table')]
    .find((one) => one.caption?.textContent === ${JSON.stringify(caption)})
    .querySelectorAll('tbody tr').values().toArray()
    .map((row) => [...row.cells].map((cell) => cell.textContent))`)

const listed = (page: Page, name: string) =>
  page.getByRole('list', { name }).getByRole('listitem').allTextContents()

test('the figures of a period are right, also as tables and exported, and the period is in the address', async (t) => {
  const service = await startService(t)
  await plant(service)
  const page = await openInsight(t, service)
  await figure(page, 'Scans').waitFor()
  assert.deepEqual(await figuresOn(page), [
    'Scans | 6 | 50% more than in the previous period',
    'Devices | 5 | 25% more than in the previous period',
    'Conversations | 3',
    'Conversation rate | 50%',
    'Messages | 8',
    'Answered | –',
  ])
  const definition = page.getByText('Share of the scans that led to a conversation.')
  assert.equal(await definition.isVisible(), false)
  await page.getByLabel('Definition: Conversation rate').click()
  assert.equal(await definition.isVisible(), true)

  const days = await rowsOf(page, 'Scans over time')
  assert.equal(days.length, 30)
  const berlin = { timeZone: 'Europe/Berlin' }
  const dayName = new Intl.DateTimeFormat('en-GB', { ...berlin, day: 'numeric', month: 'short' })
  assert.deepEqual(
    days.filter(([, scans]) => scans !== '0'),
    [
      [dayName.format(daysAgo(20)), '1', '0'],
      [dayName.format(daysAgo(8)), '2', '0'],
      [dayName.format(daysAgo(3)), '3', '3'],
    ],
  )
  assert.deepEqual(await listed(page, 'Countries'), ['Germany3', 'United States2'])
  assert.deepEqual(await listed(page, 'Devices'), ['Phone3', 'Computer2', 'Tablet1'])
  assert.deepEqual(await listed(page, 'Top codes'), ['Lobby4', 'Pool2'])

  await page.getByText('Busiest hours').last().waitFor()
  const busiest = daysAgo(3)
  const weekday = new Intl.DateTimeFormat('en', { ...berlin, weekday: 'long' }).format(busiest)
  const hour = new Intl.DateTimeFormat('en', { ...berlin, hour: '2-digit', hourCycle: 'h23' })
  const row = (await rowsOf(page, 'Busiest hours')).find(([name]) => name?.startsWith(weekday))
  assert.equal(row?.[Number(hour.format(busiest)) + 1], '3')

  await page.setViewportSize({ width: 360, height: 740 })
  await assertFitsWidth(page)

  await page.getByRole('link', { name: '12 months' }).click()
  await page.waitForURL('**/insight?period=12m')
  await figure(page, 'Scans').getByText('12', { exact: true }).waitFor()
  await page.reload()
  await figure(page, 'Scans').getByText('12', { exact: true }).waitFor()
  assert.equal(await page.locator('nav [aria-current=page]').last().textContent(), '12 months')
  await page.getByRole('link', { name: '7 days' }).click()
  await figure(page, 'Scans').getByText('3', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV (spreadsheet)' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'scans.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  assert.equal(lines.length, 1 + 3)
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('No scans in this period').waitFor()
})

test('a code has its own insight, as its third tab', async (t) => {
  const service = await startService(t)
  const { pool } = await plant(service)
  const page = await openInsight(t, service, `codes/${pool.id}/insight?period=12m`)
  await figure(page, 'Scans').getByText('4', { exact: true }).waitFor()
  assert.deepEqual(await listed(page, 'Devices'), ['Phone2', 'Computer1', 'Tablet1'])
  assert.equal(await page.getByRole('list', { name: 'Top codes' }).count(), 0)

  const chart = page.getByRole('figure', { name: 'Scans over time' })
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await chart.getByRole('columnheader', { name: 'Week from' }).waitFor()
  await assertAccessible(page, 'insight of a code')
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFitsWidth(page)
})

test('a scan appears as it happens, can be waited with, and none is lost', async (t) => {
  const service = await startService(t)
  const { lobby } = await plant(service)
  const page = await openStudio(t, browser, service, { locale: 'en-GB' })
  let refusals = 1
  await page.route('**/v1/scans/stream?*', (route) =>
    refusals-- > 0 ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.goto(studioAddress(service, 'insight'))
  const feed = page.getByRole('region', { name: 'Live' })
  // The first connection was refused; it is made again.
  await feed.locator('[data-status=live]').waitFor()
  const rows = feed.getByRole('listitem')
  await rows.first().waitFor()
  assert.equal(await rows.count(), 8)

  await scan(service, lobby, { 'User-Agent': iPhone })
  await feed.getByText('Unknown location · Phone').waitFor()
  assert.match((await rows.first().textContent()) ?? '', /^LobbyUnknown location · Phone/)
  assert.equal(await rows.count(), 8)
  // The figures follow.
  await figure(page, 'Scans').getByText('7', { exact: true }).waitFor()

  const closed = () => page.waitForEvent('requestfailed', (one) => one.url().includes('/stream'))
  await Promise.all([closed(), feed.getByRole('button', { name: 'Pause' }).click()])
  await scan(service, lobby, { 'User-Agent': iPhone })
  assert.equal(await feed.getByText('Unknown location · Phone').count(), 1)
  await feed.getByRole('button', { name: 'Resume' }).click()
  await feed.getByText('Unknown location · Phone').nth(1).waitFor()

  const look = (isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`)
  await Promise.all([closed(), look(true)])
  await scan(service, lobby, { 'User-Agent': iPhone })
  await look(false)
  await feed.getByText('Unknown location · Phone').nth(2).waitFor()
  assert.equal(await rows.count(), 8)
})
