import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import { givenCode } from '../../../test/harness/browser/visitor.ts'
import type { Conversations } from '../../../test/harness/data/conversations.ts'
import type { CodeView } from '../../../test/harness/data/given.ts'
import { assertFitsWidth, openPage } from '../../../test/journeys/pages.ts'
import { snippet, startSite } from './embed.fixture.ts'

const shots = process.env.QPR_SHOTS

let browser: Browser
let axe: string
before(async () => {
  browser = await launchBrowser()
  axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
})
after(() => browser.close())

/** As a website that tries to change everything on its page. */
const bossyStyle = `<style>body, body *, html > * { font: 40px cursive !important; color: red !important; position: static !important;
  transform: rotate(1deg) !important; display: inline !important } html { height: 3000px }</style>`

interface Site {
  /** Attributes of <html>. */
  html?: string
  head?: string
  isAllowed?: boolean
  /** Of the snippet. */
  attributes?: string
}

const givenSite = async (
  t: TestContext,
  { html = 'lang="en"', head = '', isAllowed = true, attributes = '' }: Site,
) => {
  const given = await givenCode(t)
  const { code, service } = given
  const site = await startSite(
    t,
    () => `<!doctype html><html ${html}><head><title>Harbour</title>${head}</head><body>
      <main><h1>Harbour</h1><p><a href="#">First</a></p></main>${snippet(code.scan_url, attributes)}</body></html>`,
  )
  const embed_origins = [isAllowed ? site.origin : 'https://other.example']
  await service.patch(`/v1/qpr-codes/${code.id}`, { embed_origins })
  return { ...given, site }
}

/** A browser that blocks third-party cookies. Some then refuse the storage of a panel too. */
const visitSite = async (
  t: TestContext,
  { origin }: { origin: string },
  options: BrowserContextOptions & { expects?: RegExp } = {},
) => {
  const page = await openPage(t, browser, options)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
  })
  await page.goto(origin)
  return page
}

const askForBreakfast = async (panel: Frame) => {
  await panel.fill('#text', 'When is breakfast?')
  await panel.click('#send')
  await panel.waitForSelector('.answer[data-over]')
  assert.deepEqual(await transcriptOf(panel), said)
}

const said = ['When is breakfast?', 'Hello there!']

const openPanel = async (page: Page): Promise<Frame> => {
  await page.getByRole('button', { name: 'Ask anything' }).click()
  const frame = await page.waitForSelector('iframe')
  const panel = await frame.contentFrame()
  assert.ok(panel)
  await panel.waitForSelector('#text')
  return panel
}

const transcriptOf = (panel: Frame) => panel.locator('.said p, .answer .text').allInnerTexts()

test('a panel on an allowed site answers without third-party cookies, and is not a scan', async (t) => {
  const { code, service, site } = await givenSite(t, {})
  const page = await visitSite(t, site)
  const cookies: string[] = []
  const requested: string[] = []
  const { origin } = new URL(code.scan_url)
  page.on('request', async (request) => {
    if (!request.url().startsWith(origin)) return
    requested.push(new URL(request.url()).pathname)
    cookies.push((await request.allHeaders()).cookie ?? '')
  })
  await page.reload()
  await page.getByRole('button', { name: 'Ask anything' }).waitFor()
  assert.deepEqual(requested, ['/embed.js'], 'nothing else is loaded before the button is pressed')

  const panel = await openPanel(page)
  await askForBreakfast(panel)
  assert.deepEqual(await page.context().cookies(), [])
  assert.deepEqual([...new Set(cookies)], [''])

  const list = await service.get<Conversations>('/v1/conversations')
  assert.equal(list.body.total, 1)
  assert.equal(list.body.conversations[0]?.scan_id, null)
  const { body } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  assert.equal(body.scans_total, 0)
})

/** Chromium refuses it in private windows, and so in the contexts of a test. A headless shell does not. */
const hasStorage = (panel: Frame): Promise<boolean> =>
  panel.evaluate('(() => { try { return localStorage !== null } catch { return false } })()')

test('a conversation in a panel survives a reload where the panel may store it, and starts again elsewhere', async (t) => {
  const { code, site } = await givenSite(t, {})
  const page = await openPage(t, browser)
  await page.goto(site.origin)
  const panel = await openPanel(page)
  await askForBreakfast(panel)
  const isKept = await hasStorage(panel)

  await page.reload()
  const again = await openPanel(page)
  if (isKept) await again.waitForSelector('.answer[data-over]')
  assert.deepEqual(await transcriptOf(again), isKept ? said : [])

  // The language stays in the panel, which may be framed; other pages may not.
  await again.getByRole('button', { name: 'Menu' }).click()
  await again.getByRole('button', { name: 'Language' }).click()
  await again.getByRole('link', { name: 'Deutsch' }).click()
  await again.waitForSelector('html[lang=de]')
  assert.equal(new URL(again.url()).pathname, `/s/${code.short_id}/panel`)
})

test('a site that is not allowed is refused by the browser, and the visitor is told', async (t) => {
  const { site } = await givenSite(t, { isAllowed: false })
  const page = await visitSite(t, site, { expects: /frame-ancestors/ })
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.getByRole('button', { name: 'Ask anything' }).click()
  assert.match((await warned).text(), new RegExp(`QPR: allow ${site.origin} for this code`))
  assert.ok(await page.getByText('Not reachable at the moment').isVisible())
  const frame = await page.waitForSelector('iframe')
  const inside = await (await frame.contentFrame())?.content()
  assert.ok(!inside?.includes('How can I help'))
})

test('the button has the colour of the code, and the site is dimmed only where it asks for it', async (t) => {
  const { code, service, site } = await givenSite(t, {})
  await service.patch(`/v1/qpr-codes/${code.id}`, { style: { color: '#5b1a66' } })
  const styleOf = (page: Page, selector: string, pseudo = '') =>
    page.evaluate(
      `getComputedStyle(document.querySelector('qpr-chat').shadowRoot.querySelector('${selector}'), '${pseudo}').backgroundColor`,
    )
  const plain = await visitSite(t, site)
  await openPanel(plain)
  assert.equal(await styleOf(plain, '.open'), 'rgb(91, 26, 102)')
  assert.equal(await styleOf(plain, 'dialog', '::backdrop'), 'rgba(0, 0, 0, 0)')

  const dimmed = await givenSite(t, { attributes: 'data-dim data-label="Chat"' })
  const page = await visitSite(t, dimmed.site)
  await page.getByRole('button', { name: 'Chat' }).click()
  assert.equal(await styleOf(page, 'dialog', '::backdrop'), 'rgba(0, 0, 0, 0.2)')
})

test('the keyboard opens and closes the panel, and the focus comes back', async (t) => {
  const { site } = await givenSite(t, {})
  const page = await visitSite(t, site)
  const button = page.getByRole('button', { name: 'Ask anything' })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = await (await page.waitForSelector('iframe')).contentFrame()
  assert.ok(panel)
  await panel.waitForSelector('#text')
  const dialog = page.getByRole('dialog', { name: 'Ask anything' })
  assert.ok(await dialog.isVisible())
  if (shots) await page.screenshot({ path: `${shots}/embed-english.png` })
  // The rest of the site cannot be reached meanwhile.
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press('Tab')
    assert.notEqual(await page.evaluate('document.activeElement?.textContent'), 'First')
  }
  // The first Escape closes the menu of the panel, the second the panel.
  await panel.getByRole('button', { name: 'Menu' }).click()
  await panel.locator('#menu[open]').waitFor()
  await page.keyboard.press('Escape')
  await panel.locator('#menu:not([open])').waitFor({ state: 'attached' })
  assert.ok(await dialog.isVisible())
  await panel.locator('#text').focus()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate('document.activeElement?.localName'), 'qpr-chat')
  assert.equal(await button.and(page.locator(':focus')).count(), 1)

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('styles of the site do not reach the panel; it fits a phone, a desktop, and right-to-left pages', async (t) => {
  const { site } = await givenSite(t, { head: bossyStyle, html: 'lang="ar" dir="rtl"' })
  for (const [width, height, colorScheme] of [
    [390, 844, 'light'],
    [1200, 900, 'dark'],
  ] as const) {
    const page = await visitSite(t, site, { viewport: { width, height }, colorScheme })
    const button = page.getByRole('button', { name: 'اسأل عن أي شيء' })
    await button.waitFor()
    const box = await button.boundingBox()
    assert.ok(box)
    assert.equal(Math.round(box.x), 16, 'at the end of a line that runs from right to left')
    assert.ok(Math.abs(box.y + box.height - (height - 16)) < 1)
    const fontSize = await page.evaluate(
      `getComputedStyle(document.querySelector('qpr-chat').shadowRoot.querySelector('.open')).fontSize`,
    )
    assert.equal(fontSize, '16px')
    await button.click()
    const panel = await (await page.waitForSelector('iframe')).contentFrame()
    await panel?.waitForSelector('#text')
    const dialog = await page.getByRole('dialog').boundingBox()
    const expected =
      width === 390
        ? { x: 0, y: 0, width, height }
        : { x: 16, y: height - 16 - 640, width: 400, height: 640 }
    assert.deepEqual(dialog, expected)
    if (width === 390) await assertFitsWidth(page)
    await page.evaluate(axe)
    const violations = await page.evaluate(`axe.run('qpr-chat', { iframes: false }).then((result) =>
      result.violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html)))`)
    assert.deepEqual(violations, [])
    if (shots) await page.screenshot({ path: `${shots}/embed-${width}.png` })
  }
})
