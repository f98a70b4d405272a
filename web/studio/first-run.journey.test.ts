import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { injections } from '../../test/harness/browser/injections.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { lastAnswer, say } from '../../test/harness/browser/visitor.ts'
import { type CodePage, countRows, createCode } from '../../test/harness/data/given.ts'
import { asking } from '../../test/harness/data/talk.ts'
import { startProvider } from '../../test/harness/providers/provider.ts'
import { fakeClock, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const phoneOf = (page: Page) => page.getByRole('region', { name: 'Live preview' })
const nameField = (page: Page) => page.getByLabel('Name', { exact: true })
const promptField = (page: Page) => page.getByLabel('Prompt', { exact: true })

test('an empty Studio leads to a first code, a first scan and a first answer', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, '').replace(/\/$/, ''))
  await heading(page, 'what is it for?').waitFor()
  const templates = page.getByRole('main').getByRole('listitem').getByRole('button')
  await templates.nth(7).waitFor()
  // The seven templates, and a restaurant.
  assert.equal(await templates.count(), 8)

  await page.getByRole('button', { name: /Hotel or holiday home/ }).click()
  await heading(page, 'make it yours').waitFor()
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  const phone = phoneOf(page)
  await nameField(page).fill('Hotel Sonne')
  await phone.getByRole('heading', { name: 'Hotel Sonne' }).waitFor()
  await nameField(page).blur()
  await phone.getByText('Welcome to Hotel Sonne.').waitFor()
  await page.getByText('How the assistant speaks').click()
  assert.match(await promptField(page).inputValue(), /^You are the concierge of Hotel Sonne/)

  // The blanks of the template are a short form; what is still open is listed above the button.
  const open = page.getByText(/details? (is|are) missing/).locator('..')
  assert.match((await open.textContent()) ?? '', /^10 details .*Your breakfast hours and room/)
  await page.getByLabel('Your breakfast hours and room').fill('from 7:00 to 10:30, garden room')
  await page.getByLabel('Your Wi-Fi name').fill('Sonne-Guest')
  await open.getByText(/^8 details/).waitFor()
  assert.doesNotMatch((await open.textContent()) ?? '', /breakfast|Wi-Fi name/)
  await page.getByLabel('Welcome message').fill('Good morning.')
  await phone.getByText('Good morning.').waitFor()
  await page.getByLabel('Question 1', { exact: true }).fill('Is there a sauna?')
  await phone.getByRole('button', { name: 'Is there a sauna?' }).waitFor()
  assert.match((await phone.getByRole('paragraph').allTextContents()).join(), /AI assistant · demo/)
  await page.getByText('It quotes your prompt, so keep secrets out of it.').waitFor()

  // It talks, with the prompt as it stands; another prompt is another answer.
  await say(page, 'What is the Wi-Fi password?')
  assert.match(await lastAnswer(page), /do not know/)
  await say(page, 'When is breakfast?')
  assert.match(await lastAnswer(page), /from 7:00 to 10:30/)
  await promptField(page).fill('Breakfast is from 6 to 9 in the old mill.')
  await say(page, 'When is breakfast?')
  assert.match(await lastAnswer(page), /from 6 to 9 in the old mill/)
  await assertAccessible(page, 'talking')
  await phone.getByRole('button', { name: 'Start over' }).last().click()
  assert.equal(await page.locator('.answer, .said').count(), 0)
  for (const table of ['scans', 'conversations', 'messages', 'codes'] as const) {
    assert.equal(await countRows(service, table), 0, table)
  }

  // Back and forth, over another template and a reload, without losing what was written.
  await page.getByRole('link', { name: 'Back to the choices' }).click()
  await page.getByRole('button', { name: /Event/ }).click()
  await page.getByText('How the assistant speaks').click()
  assert.equal(await page.getByLabel('Your Wi-Fi name').count(), 0)
  await promptField(page).fill(
    'Breakfast is from 6 to 9 in the old mill.\nWi-Fi: [your Wi-Fi name]',
  )
  assert.equal(await page.getByLabel('Your Wi-Fi name').inputValue(), 'Sonne-Guest')
  await page.getByLabel('Your Wi-Fi name').fill('')
  assert.equal(await nameField(page).inputValue(), 'Hotel Sonne')
  assert.equal(await page.getByLabel('Welcome message').inputValue(), 'Good morning.')
  await page.goBack()
  await page.goForward()
  await page.reload()
  await page.getByText('How the assistant speaks').click()
  await phone.getByRole('heading', { name: 'Hotel Sonne' }).waitFor()
  assert.match(await promptField(page).inputValue(), /old mill/)

  await page.getByRole('button', { name: 'Get the code' }).click()
  await heading(page, 'is ready').waitFor()
  await page.getByText('One detail is missing').waitFor()
  await page.getByText('Your Wi-Fi name', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'For a print shop' }).check()
  for (const kind of ['Table tent', 'Sticker', 'Poster']) {
    await page.getByRole('img', { name: `${kind} for Hotel Sonne` }).waitFor()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: kind }).click()
    assert.match(
      (await downloaded).suggestedFilename(),
      new RegExp(`^Hotel Sonne ${kind} (a6|70x70|a4).pdf$`),
    )
  }
  assert.match((await page.getByRole('main').textContent()) ?? '', /Ask it yourself/)
  assert.equal(await page.getByText('Ask it yourself on your phone').count(), 0)
  const warning = page.getByRole('status').filter({ hasText: 'Do not print them yet' })
  const command = warning.getByText('npm start -- --lan')
  assert.ok(!(await command.isVisible()))
  await warning.getByText('How?').click()
  await command.waitFor()
  await warning.getByRole('button', { name: 'Hide this notice' }).click()
  await warning.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFitsWidth(page)

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Try it in this browser' }).click()
  const visitor = await opened
  await visitor.getByText('Good morning.').waitFor()
  await say(visitor, 'When is breakfast?')
  assert.match(await lastAnswer(visitor), /from 6 to 9 in the old mill/)
  const { codes } = (await service.get<CodePage>('/v1/qpr-codes')).body
  assert.deepEqual(
    codes.map(({ name, scans_total }) => [name, scans_total]),
    [['Hotel Sonne', 1]],
  )

  // A second thought changes this code; it does not make another.
  await page.getByRole('link', { name: 'Make it yours' }).click()
  await nameField(page).fill('Hotel Mond')
  await assertFitsWidth(page)
  await page.getByRole('button', { name: 'Get the code' }).click()
  await page.getByRole('img', { name: 'Poster for Hotel Mond' }).waitFor()
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 1)
})

test('a test conversation can be stopped, says what went wrong, and knows its limit', async (t) => {
  const provider = await startProvider(t, {
    tokens: [
      '**One** ',
      'two ',
      '[three](javascript:hit()) ',
      '<img src=x> ',
      ...Array(200).fill('more '),
    ],
    delayMs: 50,
  })
  const settings = { ...asking(provider), QPR_LIMIT_MESSAGES_PER_MINUTE: '3' }
  // Time stands still: the minute of the limit must not end meanwhile.
  const clock = fakeClock(new Date().toISOString())
  const service = await startService(t, { settings, clock })
  const page = await openStudio(t, browser, service, { locale: 'de-DE' })
  await page.goto(studioAddress(service, 'codes/new'))
  // Only the first run begins with a restaurant.
  await page.getByRole('radio', { name: 'Café oder Betrieb', checked: true }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Restaurant' }).isChecked(), false)
  await page.getByLabel('Name', { exact: true }).fill('')
  await say(page, 'Hallo')
  await page.getByText('Geben Sie dem Code zuerst einen Namen.').waitFor()
  assert.equal(await page.inputValue('#text'), 'Hallo')

  await page.getByLabel('Name', { exact: true }).fill('Café Sonne')
  await page.click('#send')
  await page.locator('.answer .text', { hasText: 'more' }).waitFor()
  await page.locator('[data-busy] #send').click()
  await page.locator('.answer[data-over] .note', { hasText: 'Angehalten' }).waitFor()
  assert.equal(await page.locator('.answer strong').textContent(), 'One')
  assert.equal(await page.locator('.answer .text a, .answer .text img').count(), 0)
  // No model of ours answers: nothing is called a demo.
  assert.equal(await page.locator('#demo').isHidden(), true)

  provider.answerWith({ tokens: ['Half'], fault: { after: 1, by: 'cut' } })
  await say(page, 'Und dann?')
  await page.locator('.answer[data-failed]').waitFor()
  provider.answerWith({ tokens: ['Whole.'] })
  await page.locator('[data-failed] [data-act=retry]').click()
  assert.equal(await lastAnswer(page), 'Whole.')

  await say(page, 'Noch etwas')
  await page.locator('#notice:not([hidden])').waitFor()
  assert.equal(await page.inputValue('#text'), 'Noch etwas')
  await assertAccessible(page, 'a limit is reached')
})

/** In the page: elements in the phone that can only come from an injected text. */
const intruders = `(() => {
  const root = document.querySelector('[aria-label="Live preview"] div div').shadowRoot
  const isForeign = 'script, iframe, object, embed, img, image, video, audio, base, meta, link, style, ' +
    'math, input, select, details, [onerror], [onload], [onclick], [style], ' +
    'a[href]:not([href^="https:"], [href^="http:"], [href^="mailto:"], [href^="tel:"], [href^="/s/preview/"])'
  return [...root.querySelectorAll(isForeign)].map((one) => one.outerHTML)
})()`

test('whatever an owner or a model writes is text in the phone, and in the fields', async (t) => {
  const provider = await startProvider(t, { tokens: injections.map((one) => `${one}\n\n`) })
  const service = await startService(t, { settings: asking(provider) })
  const short = injections.filter(({ length }) => length <= 200)
  const code = await createCode(service, {
    name: short[0],
    prompt: injections.join('\n'),
    suggestions: short.slice(1, 5),
    contact: { label: short[5], url: 'tel:+49' },
  })
  const page = await openStudio(t, browser, service)
  await page.addInitScript('window.hits = 0; window.hit = () => { window.hits++ }')
  const strange: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(service.config.QPR_BASE_URL)) strange.push(request.url())
  })
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  await phoneOf(page).getByRole('heading').waitFor()
  assert.deepEqual(await page.evaluate(intruders), [])
  for (let from = 0; from < injections.length; from += 40) {
    const text = injections
      .slice(from, from + 40)
      .join('\n')
      .slice(0, 2000)
    await page.getByLabel('Welcome message').fill(text)
    assert.deepEqual(await page.evaluate(intruders), [])
  }
  for (const text of short.filter((_, index) => index % 5 === 0)) {
    await nameField(page).fill(text)
    await page.getByLabel('Question 1', { exact: true }).fill(text)
    assert.deepEqual(await page.evaluate(intruders), [])
  }
  await say(page, injections.join('\n').slice(0, 4000))
  assert.ok((await lastAnswer(page)).length > 1000)
  assert.deepEqual(await page.evaluate(intruders), [])
  assert.equal(await page.evaluate('hits'), 0)
  assert.deepEqual(strange, [])
})
