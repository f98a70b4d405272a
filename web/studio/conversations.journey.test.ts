import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { dayMs, minuteMs } from '../../src/platform/kit/clock.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import {
  idsIn,
  listConversations,
  open,
  plantConversation,
  plantConversations,
} from '../../test/harness/data/conversations.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { plantScans } from '../../test/harness/data/planted-scans.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const openInbox = async (t: TestContext, service: Service, path = '', options = {}) => {
  const page = await openStudio(t, browser, service, { locale: 'en-GB', ...options })
  await page.goto(studioAddress(service, `conversations${path}`))
  return page
}

const inbox = (page: Page) => page.getByRole('table', { name: 'Conversations' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const firstQuestions = (page: Page) => inbox(page).getByRole('link').allTextContents()

/** Waits until exactly these are shown. */
const shows = (page: Page, questions: string[]) =>
  eventually(async () => assert.deepEqual(await firstQuestions(page), questions))

/** Three talks with two codes, newest first: Wi-Fi, breakfast, cake. */
const plant = async (service: Service) => {
  const hotel = await createCode(service, { name: 'Hotel', welcome_message: 'Welcome aboard.' })
  const cafe = await createCode(service, { name: 'Café' })
  const now = Date.now()
  const [scan_id = 0] = await plantScans(service, [{ code: hotel, at: now, country: 'CH' }])
  const [wifi = '', breakfast = ''] = await plantConversations(service, hotel, [
    {
      said: ['Is there Wi-Fi?', 'Yes: `Guest`.'],
      at: now - minuteMs,
      rating: 'down',
      outcomes: ['unknown'],
      ...open,
    },
    {
      said: [
        'When is breakfast?',
        'From **7** to 10:\n\n- eggs\n- [bread](https://example.com/)',
        'And lunch?',
        'At noo',
        'And dinner?',
        '',
      ],
      outcomes: ['answered'],
      at: now - 2 * dayMs,
      scan_id,
      rating: 'up',
      rating_comment: 'It knew the menu.',
      language: 'de',
      tokens_in: 4711,
      tokens_out: 12,
      cost_micros: 3100,
      reason: 'timed_out',
    },
  ])
  const [cake = ''] = await plantConversations(service, cafe, [
    { said: ['Is the cake vegan?', 'All of it.'], at: now - 40 * dayMs },
  ])
  await service.database.transaction(async ({ db }) => {
    const answers = db.updateTable('messages').where('conversation_id', '=', breakfast)
    await answers.set({ status: 'stopped' }).where('text', '=', 'At noo').execute()
    const failed = { status: 'failed', error_code: 'model_unreachable' } as const
    await answers.set(failed).where('text', '=', '').execute()
  })
  return { hotel, cafe, wifi, breakfast, cake }
}

const all = ['Is there Wi-Fi?Open', 'When is breakfast?', 'Is the cake vegan?']

test('the inbox is searched, filtered and exported, and its address says how', async (t) => {
  const service = await startService(t)
  const { hotel, breakfast } = await plant(service)
  const page = await openInbox(t, service)
  await shows(page, all)
  const cells = await inbox(page).getByRole('row').nth(2).getByRole('cell').allTextContents()
  assert.deepEqual(cells.slice(0, 6), [
    'When is breakfast?',
    'CodeHotel',
    'Messages6',
    'OutcomeAnswered',
    'RatingGood',
    'CostUS$0.0031',
  ])

  await page.getByLabel('Search in messages').fill('VEGAN')
  await shows(page, ['Is the cake vegan?'])
  assert.equal(new URL(page.url()).searchParams.get('q'), 'VEGAN')
  await page.getByRole('status').getByText('1 conversation', { exact: true }).waitFor()
  await page.getByLabel('Search in messages').fill('')
  await shows(page, all)

  await page.getByLabel('Rating').selectOption('Bad')
  await shows(page, ['Is there Wi-Fi?Open'])
  await page.getByLabel('Rating').selectOption('All')
  await page.getByLabel('Outcome').selectOption('Not answered')
  await shows(page, ['Is there Wi-Fi?Open'])
  assert.equal(new URL(page.url()).searchParams.get('outcome'), 'unknown')
  await page.goto(studioAddress(service, 'conversations?outcome=nonsense'))
  await shows(page, all)
  await page.getByLabel('Status').selectOption('Ended')
  await shows(page, ['When is breakfast?', 'Is the cake vegan?'])
  await page.getByLabel('Period').selectOption('7 days')
  await shows(page, ['When is breakfast?'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await shows(page, all)
  assert.equal(new URL(page.url()).search, '')

  const code = page.getByRole('combobox', { name: 'Code' })
  await code.click()
  await page.getByRole('option', { name: 'Hotel' }).waitFor()
  await assertAccessible(page, 'inbox with open list of codes')
  await code.pressSequentially('caf')
  await page.getByRole('option', { name: 'Hotel' }).waitFor({ state: 'detached' })
  await code.press('Enter')
  await shows(page, ['Is the cake vegan?'])
  assert.equal(await code.inputValue(), 'Café')
  await page.goto(studioAddress(service, `conversations?code=${hotel.id}&rating=up`))
  await shows(page, ['When is breakfast?'])
  assert.equal(await code.inputValue(), 'Hotel')
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'JSON Lines (programs)' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'conversations.jsonl')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    [breakfast],
  )

  await page.getByLabel('Search in messages').fill('nobody said this')
  await page.getByText('Nothing found').waitFor()
})

test('a conversation is shown as the visitor saw it, with its details, and deleted after a question', async (t) => {
  const service = await startService(t)
  const { breakfast, wifi, cake } = await plant(service)
  const page = await openInbox(t, service)
  await inbox(page).getByRole('link', { name: 'When is breakfast?' }).click()
  await heading(page, 'When is breakfast?').waitFor()
  assert.match(page.url(), new RegExp(`/conversations/${breakfast}$`))
  const said = page.getByRole('region', { name: 'Transcript' })
  await said.getByText('Welcome aboard.').waitFor()
  assert.equal(await said.locator('li').count(), 2)
  assert.equal(await said.locator('strong').textContent(), '7')
  assert.equal(await said.getByRole('link').getAttribute('rel'), 'noopener noreferrer nofollow')
  const answers = said.getByRole('article', { name: 'Answer' })
  assert.equal(await answers.nth(1).textContent(), 'At nooThis answer was stopped.')
  assert.equal(
    await answers.nth(2).textContent(),
    'This answer failed. The AI could not be reached.GoodIt knew the menu.',
  )
  const facts = page.getByRole('complementary', { name: 'Details' })
  const known = (await facts.locator('dl > div').allTextContents()).filter(
    (fact) => !/^(Started|Ended)/.test(fact),
  )
  assert.deepEqual(known, [
    'CodeHotel',
    'OutcomeAnswered',
    'Assigned toNobodyowner@localhost',
    'RatingGood',
    'CommentIt knew the menu.',
    'StatusThe conversation ended after a period without messages.',
    'ScanSwitzerland, Phone',
    'LanguageGerman',
    'Messages6',
    'AI modelopenai:test',
    'CostUS$0.0031',
    'Tokens4,711 read, 12 written',
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFitsWidth(page)
  await page.getByRole('link', { name: 'Conversations' }).first().click()
  await shows(page, all)
  await assertFitsWidth(page)

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(studioAddress(service, `conversations/${breakfast}`))
  const remove = page.getByRole('button', { name: 'Delete' })
  await remove.click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await listConversations(service)).total, 3)
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Conversation deleted.').waitFor()
  await shows(page, ['Is there Wi-Fi?Open', 'Is the cake vegan?'])
  assert.deepEqual(idsIn(await listConversations(service)), [wifi, cake])
  await page.goto(studioAddress(service, `conversations/${breakfast}`))
  await heading(page, 'Page not found').waitFor()
})

test('arrow keys open the newer and the older conversation of the inbox', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const talks = Array.from({ length: 52 }, (_, index) => ({
    said: [`question ${index}`, 'Yes.'],
    at: Date.now() - (index + 1) * minuteMs,
    rating: index % 2 === 0 ? ('up' as const) : null,
  }))
  await plantConversations(service, code, talks)
  const page = await openInbox(t, service, '?rating=up')
  await inbox(page).getByRole('link', { name: 'question 2', exact: true }).click()
  await heading(page, 'question 2').waitFor()
  await page.keyboard.press('ArrowRight')
  await heading(page, 'question 4').waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'question 4')
  await page.keyboard.press('ArrowLeft')
  await heading(page, 'question 2').waitFor()

  // Across pages.
  await page.goto(studioAddress(service, 'conversations'))
  await inbox(page).getByRole('link', { name: 'question 49' }).click()
  await heading(page, 'question 49').waitFor()
  await page.getByRole('button', { name: 'Older conversation' }).click()
  await heading(page, 'question 50').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('page'), '2')
  await page.keyboard.press('ArrowLeft')
  await heading(page, 'question 49').waitFor()
  await page.getByRole('link', { name: 'Conversations' }).first().click()
  await page.getByRole('button', { name: 'Next' }).click()
  await shows(page, ['question 50', 'question 51'])
})

test('an open conversation is updated on its page', async (t) => {
  const service = await startService(t)
  const id = await plantConversation(service, await createCode(service), {
    said: ['Hello?', 'Wait'],
    at: Date.now(),
    ...open,
  })
  const page = await openInbox(t, service, `/${id}`)
  await page.getByRole('article', { name: 'Answer' }).getByText('Wait', { exact: true }).waitFor()
  await service.database.transaction(({ db }) =>
    db.updateTable('messages').set({ text: 'Wait a little' }).where('text', '=', 'Wait').execute(),
  )
  await page.getByText('Wait a little').waitFor()
})

test('an empty inbox says where conversations come from', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openInbox(t, service, '', { locale: 'de-DE' })
  await page.getByText('Noch keine Gespräche').waitFor()
  await assertAccessible(page, 'empty inbox')
  await page.getByRole('main').getByRole('link', { name: 'Zu den Codes' }).click()
  await heading(page, 'Codes').waitFor()
  assert.deepEqual(await firstQuestions(page), [])
})
