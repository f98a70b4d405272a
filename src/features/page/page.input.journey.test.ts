import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import {
  givenCode,
  lastAnswer,
  openMenu,
  say,
  scanWith,
  textOf,
  transcript,
} from '../../../test/harness/browser/visitor.ts'
import { until } from '../../../test/harness/checks/eventually.ts'
import { onRequest, openPage } from '../../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const scroller = "document.getElementById('scroll')"

const long = Array.from({ length: 60 }, (_, index) => `Line ${index}\n\n`)

const heightOf = async (page: Page, selector: string) =>
  (await page.locator(selector).boundingBox())?.height ?? 0

test('Enter sends; Shift+Enter, an input method and white space do not; the input grows to five lines', async (t) => {
  const { code, provider } = await givenCode(t)
  const page = await scanWith(t, browser, code, { viewport: { width: 1280, height: 800 } })
  const heights: number[] = []
  for (const lines of [1, 3, 5, 20]) {
    await page.fill('#text', Array(lines).fill('Line').join('\n'))
    heights.push(await heightOf(page, '#text'))
  }
  const [one = 0, three = 0, five = 0, twenty = 0] = heights
  assert.deepEqual([three - one, five - one, twenty - one], [48, 96, 96])

  await page.fill('#text', 'にほん')
  await page.evaluate(`document.getElementById('text').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))`)
  assert.deepEqual(await transcript(page), [])
  await say(page, '  \n ')
  assert.deepEqual(await transcript(page), [])

  await page.fill('#text', '')
  await page.locator('#text').pressSequentially('One')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Enter')
  await lastAnswer(page)
  assert.deepEqual(await transcript(page), ['One\nTwo', 'Hello there!'])
  assert.equal(await page.inputValue('#text'), '')
  assert.equal(provider.requests.length, 1)
})

test('on a phone Enter begins a new line, a keyboard covers nothing, and every target has 44 pixels', async (t) => {
  const { code } = await givenCode(t, { fields: { welcome_message: 'Welcome. '.repeat(200) } })
  const page = await scanWith(t, browser, code, phone)
  assert.equal(await page.evaluate(`${scroller}.scrollTop`), 0, 'a long text from its beginning')
  await page.locator('#text').pressSequentially('One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.getByRole('button', { name: 'Send' }).tap()
  await lastAnswer(page)
  assert.deepEqual(await transcript(page), ['One\nTwo', 'Hello there!'])

  await page.getByRole('button', { name: 'Menu' }).click()
  const small = await page.evaluate(`[...document.querySelectorAll('button, a, textarea')]
    .filter((one) => one.checkVisibility() && !one.closest('.text'))
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 44 || height < 44)
    .map(([html]) => html)`)
  assert.deepEqual(small, [])
  await page.keyboard.press('Escape')

  // On iOS the page keeps its size and its visible part shrinks.
  await page.evaluate(`{
    Object.defineProperty(visualViewport, 'height', { get: () => 400 })
    visualViewport.dispatchEvent(new Event('resize'))
  }`)
  const { y = 0, height = 0 } = (await page.locator('#composer').boundingBox()) ?? {}
  assert.ok(y > 200 && y + height <= 400, `${y} + ${height}`)
  // On Android the page itself shrinks.
  const meta = await page.getAttribute('meta[name=viewport]', 'content')
  assert.match(meta ?? '', /interactive-widget=resizes-content/)
})

test('the newest text stays in view until the reader scrolls up', async (t) => {
  const { code } = await givenCode(t, { script: { tokens: long, delayMs: 30 } })
  const page = await scanWith(t, browser, code, phone)
  await say(page, 'Tell me everything')
  await page.getByText('Line 20').waitFor()
  await until(page, isAtEnd)
  await page.locator('#jump').waitFor({ state: 'hidden' })
  await page.evaluate(`${scroller}.scrollTop = 100`)
  await page.locator('#jump').waitFor()
  await page.getByText('Line 30', { exact: true }).waitFor()
  assert.equal(await page.evaluate(`${scroller}.scrollTop`), 100)
  await page.getByRole('button', { name: 'Jump to the newest' }).click()
  await page.getByText('Line 40', { exact: true }).waitFor()
  await until(page, isAtEnd)
  await page.locator('#jump').waitFor({ state: 'hidden' })
})

/** Not at once: new text is in the page one frame before it is scrolled into view. */
const isAtEnd = `{
  const { scrollHeight, scrollTop, clientHeight } = ${scroller}
  scrollHeight - scrollTop - clientHeight < 48
}`

test('the contact is always reachable, and another language continues the conversation', async (t) => {
  const { code } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  const links = page.getByRole('link', { name: 'Call reception' })
  assert.equal(await links.count(), 2)
  assert.equal(await links.first().getAttribute('href'), 'tel:+4940123456')
  await say(page, 'Hello')
  await lastAnswer(page)
  assert.equal(await links.count(), 1)

  await openMenu(page, 'Language')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  assert.equal(await lastAnswer(page), 'Hello there!')
  assert.equal(await textOf(page, '.ai'), 'KI-Assistent')
  await page.reload()
  assert.equal(await lastAnswer(page), 'Hello there!')
  assert.equal(await page.getAttribute('html', 'lang'), 'de')

  await page.getByRole('button', { name: 'Menü' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Gespräch beenden' }).click()
  await page.getByRole('button', { name: 'Neu beginnen' }).waitFor()
  assert.equal(await links.count(), 2)
})

/** A browser with these voices that records what it speaks. */
const withVoices = (voices: object[]) => `
  window.spoken = []
  speechSynthesis.getVoices = () => ${JSON.stringify(voices)}
  speechSynthesis.speak = (speech) => spoken.push(speech.text)
  Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { set() {} })
`

test('an answer is read aloud only by a voice of the device', async (t) => {
  const { code } = await givenCode(t, { script: { tokens: ['At **seven**'] } })
  for (const localService of [true, false]) {
    const page = await openPage(t, browser)
    await page.addInitScript(withVoices([{ lang: 'en-GB', localService }]))
    await page.goto(code.scan_url)
    await say(page, 'When?')
    await lastAnswer(page)
    const listen = page.getByRole('button', { name: 'Read aloud' })
    assert.equal(await listen.isVisible(), localService)
    if (!localService) continue
    await listen.click()
    await until(page, 'spoken.length > 0')
    assert.deepEqual(await page.evaluate('spoken'), ['At seven'])
    assert.equal(await listen.getAttribute('aria-pressed'), 'true')
  }
})

/** A browser that understands these words when it listens. */
const withEars = `
  window.webkitSpeechRecognition = class {
    start() {
      window.heard = this
      this.onresult({ results: [[{ transcript: 'When is' }], [{ transcript: ' breakfast?' }]] })
    }
    stop() { this.onend() }
  }
`

test('a question can be spoken where the browser supports it, by a script loaded on first use', async (t) => {
  const { code } = await givenCode(t)
  const page = await openPage(t, browser)
  const requested: string[] = []
  onRequest(page, (request) => requested.push(new URL(request.url()).pathname))
  await page.addInitScript(withEars)
  await page.goto(code.scan_url)
  const speak = page.getByRole('button', { name: 'Speak' })
  await speak.waitFor()
  assert.deepEqual(requested, [`/s/${code.short_id}`])
  await page.fill('#text', 'Tell me:')
  await speak.click()
  await until(page, 'window.heard')
  assert.match(requested.at(-1) ?? '', /^\/s\/later\.[0-9a-f]{8}\.js$/)
  assert.equal(await page.inputValue('#text'), 'Tell me: When is breakfast?')
  assert.equal(await page.evaluate('heard.lang'), 'en')
  assert.equal(await speak.getAttribute('aria-pressed'), 'true')
  await speak.click()
  await until(page, 'document.getElementById("mic").ariaPressed === "false"')
  assert.equal(requested.filter((path) => path.includes('later')).length, 1)

  const deaf = await openPage(t, browser)
  await deaf.addInitScript('delete window.SpeechRecognition; delete window.webkitSpeechRecognition')
  await deaf.goto(code.scan_url)
  assert.equal(await deaf.locator('#mic').isVisible(), false)
})
