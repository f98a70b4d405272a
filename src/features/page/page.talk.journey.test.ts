import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import {
  givenCode,
  lastAnswer,
  listenTo,
  openMenu,
  say,
  scanWith,
  textOf,
  transcript,
} from '../../../test/harness/browser/visitor.ts'
import { eventually, until } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const breakfast = ['Breakfast is from **7 to 10:30**', '.\n\n- in the *garden*\n', '- or inside']

test('an answer is shown while it streams', async (t) => {
  const { code } = await givenCode(t, { script: { tokens: breakfast, delayMs: 50 } })
  const page = await scanWith(t, browser, code, { viewport: { width: 390, height: 844 } })
  assert.deepEqual(page.requested, [`GET ${code.scan_url}`])
  assert.equal(await textOf(page, '.ai'), 'AI assistant')
  await page.getByRole('button', { name: 'When is breakfast?' }).click()
  assert.equal(await lastAnswer(page), 'Breakfast is from 7 to 10:30.\n\nin the garden\nor inside')
  assert.equal(await textOf(page, '.said p'), 'When is breakfast?')
  assert.equal(await textOf(page, '.answer strong'), '7 to 10:30')
  assert.equal(await textOf(page, '.answer li'), 'in the garden\nor inside')
  assert.equal(await page.getByText('Where is the pool?').isVisible(), false)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await assertFitsWidth(page)
  }
  const { origin } = new URL(code.scan_url)
  for (const request of page.requested) assert.ok(request.includes(` ${origin}/`), request)
})

test('the page marks the demo', async (t) => {
  const demo = await createCode(await startService(t), { prompt: 'Breakfast is at seven.' })
  const page = await scanWith(t, browser, demo)
  assert.equal(await textOf(page, '.ai'), 'AI assistant · demo')
  await say(page, 'When is breakfast?')
  assert.match(await lastAnswer(page), /Breakfast is at seven/)
})

test('a reload is not a scan, and the printed address always is', async (t) => {
  const { code, service } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  const scans = async () =>
    (await service.get<{ total: number }>(`/v1/scans?qpr_code_id=${code.id}`)).body.total
  await page.reload()
  await page.goto(`${code.scan_url}?lang=de`)
  await page.goto(code.scan_url)
  assert.equal(await scans(), 3, 'a reload before the first message')
  assert.equal(page.url(), code.scan_url)
  await say(page, 'Hello')
  await lastAnswer(page)
  assert.equal(page.url(), `${code.scan_url}/chat`)
  await page.reload()
  assert.equal(await lastAnswer(page), 'Hello there!')
  assert.equal(await scans(), 3)
  await page.goto(code.scan_url)
  assert.equal(await lastAnswer(page), 'Hello there!')
  assert.equal(await scans(), 4)
})

test('the send button stops an answer, and its text so far stays', async (t) => {
  const tokens = Array.from({ length: 200 }, (_, index) => `word${index} `)
  const { code } = await givenCode(t, { script: { tokens, delayMs: 50 } })
  const page = await scanWith(t, browser, code)
  await say(page, 'Tell me everything')
  await page.getByText('word3').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  const answer = await lastAnswer(page)
  assert.match(answer, /^word0 word1 word2 word3/)
  assert.doesNotMatch(answer, /word199/)
  assert.equal(await textOf(page, '.note span'), 'Stopped')
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await page.reload()
  assert.equal(await lastAnswer(page), answer)
  assert.equal(await textOf(page, '.note span'), 'Stopped')
})

test('a failed answer can be retried, and its text so far stays', async (t) => {
  const { code, provider } = await givenCode(t)
  provider.answerWith((_, number) =>
    number === 1
      ? { tokens: ['Half an ', 'answer'], fault: { after: 2, by: 'cut' } }
      : { tokens: ['A whole one'] },
  )
  const page = await scanWith(t, browser, code)
  const announced = await listenTo(page)
  await say(page, 'Hello')
  await page.getByText('The assistant could not answer').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(async () => assert.equal(await lastAnswer(page), 'A whole one'))
  assert.deepEqual(await transcript(page), ['Hello', 'Half an answer', 'A whole one'])
  assert.equal(await page.getByRole('button', { name: 'Try again' }).isVisible(), false)
  assert.equal((await announced()).filter((text) => text.includes('A whole one')).length, 1)
})

test('each answer is copied and rated on its own, and a bad one asks for a comment', async (t) => {
  const { code, service } = await givenCode(t, { script: { tokens: ['**Seven** o’clock'] } })
  const page = await scanWith(t, browser, code, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  for (const question of ['First', 'Second']) {
    await say(page, question)
    await lastAnswer(page)
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Copy' }).last().click()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '**Seven** o’clock')
  const good = page.getByRole('button', { name: 'Good answer' })
  const bad = page.getByRole('button', { name: 'Bad answer' })
  await bad.first().click()
  await good.last().click()
  const why = page.getByRole('textbox', { name: 'What was wrong? (optional)' })
  await why.fill('Too short')
  await why.press('Enter')
  await page.getByText('Thank you for the feedback').first().waitFor()
  assert.equal(await why.isVisible(), false)
  const stored = async () => {
    const { conversations } = (
      await service.get<{ conversations: { id: string; rating: string }[] }>('/v1/conversations')
    ).body
    const path = `/v1/conversations/${conversations[0]?.id}`
    const { messages } = (
      await service.get<{ messages: { rating: string | null; rating_comment: string | null }[] }>(
        path,
      )
    ).body
    const ratings = messages.map(({ rating, rating_comment }) => [rating, rating_comment])
    return { rating: conversations[0]?.rating, ratings }
  }
  const none = [null, null]
  const ratings = [none, ['down', 'Too short'], none, ['up', null]]
  await eventually(async () => assert.deepEqual(await stored(), { rating: 'down', ratings }))
  await page.reload()
  await lastAnswer(page)
  const pressed = async (button: typeof good) =>
    Promise.all((await button.all()).map((one) => one.getAttribute('aria-pressed')))
  assert.deepEqual(await pressed(bad), ['true', 'false'])
  assert.deepEqual(await pressed(good), ['false', 'true'])
  assert.equal(await why.isVisible(), false, 'asked once')
})

test('a conversation is started over, ended and deleted by its visitor', async (t) => {
  const { code, service } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await say(page, 'First')
  await lastAnswer(page)
  await openMenu(page, 'Start over')
  assert.deepEqual(await transcript(page), [])
  await page.getByRole('button', { name: 'Where is the pool?' }).click()
  await lastAnswer(page)
  assert.deepEqual(await transcript(page), ['Where is the pool?', 'Hello there!'])
  const { body } = await service.get<{ conversations: { status: string }[] }>('/v1/conversations')
  assert.deepEqual(body.conversations.map(({ status }) => status).sort(), ['ended', 'open'])

  await openMenu(page, 'End conversation')
  await page.getByText('This conversation has ended.').first().waitFor()
  assert.equal(await page.locator('#text').isVisible(), false)
  assert.equal(await page.evaluate('document.activeElement.id'), 'again')
  await page.reload()
  await page.getByRole('button', { name: 'Start over' }).waitFor()
  assert.deepEqual(await transcript(page), ['Where is the pool?', 'Hello there!'])
  // A new scan begins a new one.
  await page.goto(code.scan_url)
  await page.getByRole('button', { name: 'When is breakfast?' }).waitFor()
  await until(page, '!localStorage.getItem(localStorage.key(0)).includes("token")')
  assert.deepEqual(await transcript(page), [])

  await say(page, 'My secret')
  await lastAnswer(page)
  const count = async () =>
    (await service.get<{ total: number }>('/v1/conversations?q=secret')).body.total
  await openMenu(page, 'Delete my conversation')
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await count(), 1)
  await openMenu(page, 'Delete my conversation')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Your conversation has been deleted.').waitFor()
  assert.equal(await count(), 0)
  assert.deepEqual(await transcript(page), [])
})

test('a wide table scrolls inside the answer and breaks no word', async (t) => {
  const head = '| Dish | Monday | Tuesday | Wednesday | Thursday | Vegetarian |\n'
  const row = '| Zwiebelrostbraten | 12.50 | 12.50 | 13.50 | 13.50 | Kartoffelpuffer |\n'
  const { code } = await givenCode(t, {
    script: { tokens: [head, '|-|-|-|-|-|-|\n', row, '\nBon'] },
  })
  const page = await scanWith(t, browser, code, { viewport: { width: 390, height: 844 } })
  await say(page, 'Menu?')
  assert.match(await lastAnswer(page), /Bon$/)
  await assertFitsWidth(page)
  const table = await page.evaluate(`(() => {
    const wide = document.querySelector('.wide')
    const cell = [...wide.querySelectorAll('td')].find((one) => one.textContent.includes('Zwiebel'))
    const range = document.createRange()
    range.selectNodeContents(cell)
    return { scrolls: wide.scrollWidth > wide.clientWidth, lines: range.getClientRects().length,
      after: wide.nextElementSibling?.textContent }
  })()`)
  assert.deepEqual(table, { scrolls: true, lines: 1, after: 'Bon' })
})

test('in Arabic the page runs from right to left, and numbers keep their direction', async (t) => {
  const number = '+49 40 123 456'
  const { code } = await givenCode(t, {
    fields: { welcome_message: `اتصل على ${number} الآن` },
    script: { tokens: [`رقم الهاتف ${number} وشكرا`] },
  })
  const page = await scanWith(t, browser, code, {
    locale: 'ar',
    viewport: { width: 390, height: 844 },
  })
  assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
  const sides = await page.evaluate(`['header > svg', 'header button', '#send'].map((one) =>
    document.querySelector(one).getBoundingClientRect().x < innerWidth / 2)`)
  assert.deepEqual(sides, [false, true, true])
  await say(page, `هل الرقم ${number} صحيح؟`)
  await lastAnswer(page)
  assert.ok(await page.evaluate("document.querySelector('.said p').getBoundingClientRect().x < 60"))
  // In an answer the number is a link.
  const isolated = ':is(bdi, a)[dir=ltr]'
  await until(page, `document.querySelectorAll("${isolated}").length === 3`)
  const numbers = await page.locator(isolated).allTextContents()
  assert.deepEqual(numbers, [number, number, number])
  const [mark, name] = (await page.evaluate(`['header svg', 'h1 bdi'].map((one) => {
    const { left, right } = document.querySelector(one).getBoundingClientRect()
    return { left, right }
  })`)) as { left: number; right: number }[]
  assert.ok(mark && name && mark.left - name.right < 20, JSON.stringify([mark, name]))
  assert.ok(await page.locator('link[rel=icon]').count())
  const description = page.locator('meta[name=description]')
  assert.match((await description.getAttribute('content')) ?? '', /اتصل/)
  const icon = await page.request.get(new URL('/s/icon.svg', code.scan_url).href)
  assert.equal(icon.headers()['content-type'], 'image/svg+xml')
})

test('the page says that the code was archived, and keeps the message and the conversation', async (t) => {
  const { code, service, provider } = await givenCode(t)
  const page = await scanWith(t, browser, code, { locale: 'de' })
  await say(page, 'Hallo')
  await lastAnswer(page)
  await service.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
  await say(page, 'Noch da?')
  await page.getByText('Dieser Code ist nicht mehr in Gebrauch').waitFor()
  assert.equal(await page.inputValue('#text'), 'Noch da?')
  assert.deepEqual(await transcript(page), ['Hallo', 'Hello there!'])
  assert.equal(provider.requests.length, 1)
})
