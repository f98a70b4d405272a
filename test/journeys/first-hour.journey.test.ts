// The walk of a new owner, who runs a restaurant. A click is a press on a control: typing, scrolling
// and the dialog for files are not. It begins on the page behind the sign-in button.
// With `QPR_WALK_SHOTS=FOLDER` each step leaves a picture there.
import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, FileChooser, Locator, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { assertAccessible, openStudio } from '../harness/browser/studio-pages.ts'
import { lastAnswer } from '../harness/browser/visitor.ts'
import { eventually } from '../harness/checks/eventually.ts'
import type { CodePage, CodeView } from '../harness/data/given.ts'
import { type Service, startService } from '../harness/service/service.ts'
import { assertFitsWidth } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const menu = `Menu

Starters
Tomato soup with basil, 6.50 €
Carpaccio of beetroot with walnuts, 9.80 €

Main courses
Wiener Schnitzel with potato salad, 18.90 €
Trout from the lake with almonds, 21.50 €

Information on allergens: the schnitzel has gluten and egg, the trout has nuts.
`

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#7a1f1f"/><path d="M14 10v20M26 10v20" stroke="#fff" stroke-width="4"/></svg>`

const shots = process.env.QPR_WALK_SHOTS

/** Counts the presses of one owner. */
const walker = (page: Page, name: string) => {
  let clicks = 0
  let steps = 0
  return {
    clicks: () => clicks,
    async press(control: Locator) {
      clicks += 1
      await control.click()
    },
    /** The press opens the dialog for files, which is not counted. */
    async choose(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      clicks += 1
      const opened: Promise<FileChooser> = page.waitForEvent('filechooser')
      await button.click()
      await (await opened).setFiles(file)
    },
    async shot(step: string) {
      steps += 1
      if (!shots) return
      await mkdir(shots, { recursive: true })
      await page.screenshot({ path: `${shots}/${name}-${steps}-${step}.png`, fullPage: true })
    },
  }
}

const startAt = (service: Service) => `${service.config.QPR_BASE_URL}/studio/owners-organization`

for (const [name, viewport] of [
  ['desk', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`a restaurant gets a first answer, its own menu and a table tent in few clicks (${name})`, async (t) => {
    const service = await startService(t)
    const page = await openStudio(t, browser, service, {
      viewport,
      locale: 'en-GB',
    })
    const { press, choose, shot, clicks } = walker(page, name)
    await page.goto(startAt(service))

    const restaurant = page.getByRole('button', { name: /^Restaurant/ })
    await restaurant.waitFor()
    await shot('choose')
    await press(restaurant)
    await page.getByRole('heading', { level: 1, name: 'make it yours' }).waitFor()
    await shot('make-it-yours')
    await page.getByLabel('Name', { exact: true }).fill('Trattoria Luna')
    await page.getByLabel('Your opening hours').fill('Tuesday to Sunday, 17:00 to 23:00')
    const phone = page.getByRole('region', { name: 'Live preview' })
    await press(phone.getByRole('button', { name: 'When are you open?' }))
    assert.match(await lastAnswer(page), /Tuesday to Sunday, 17:00 to 23:00/)
    await shot('first-answer')
    assert.ok(clicks() <= 3, `first answer after ${clicks()} clicks`)

    const missing = () => page.getByText(/details are missing/).textContent()
    assert.match((await missing()) ?? '', /^7 details/)
    await choose(page.getByRole('button', { name: 'Choose a document', exact: true }), {
      // As a scanner names it: the Studio calls it the menu.
      name: 'Scan 3.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(menu),
    })
    await page.getByText('is read: ask about it').waitFor()
    await shot('menu-read')
    // What the menu answers counts as filled in.
    await page.getByText(/^5 details are missing/).waitFor()
    await page.fill('#text', 'How much is the Wiener Schnitzel?')
    await press(page.locator('#send'))
    assert.match(await lastAnswer(page), /18\.90/)
    await shot('menu-answers')
    assert.ok(clicks() <= 6, `own menu after ${clicks()} clicks`)

    await choose(page.getByRole('button', { name: 'Choose a file' }), {
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(logo),
    })
    await page.getByRole('button', { name: 'Remove the logo' }).waitFor()
    await assertFitsWidth(page, 'make it yours')
    await press(page.getByRole('button', { name: 'Get the code' }))
    const tent = page.getByRole('button', { name: /Table tent/ })
    await tent.getByRole('img').waitFor()
    await page
      .getByRole('button', { name: /Poster/ })
      .getByRole('img')
      .waitFor()
    await shot('something-to-hold')
    const downloaded = page.waitForEvent('download')
    await press(tent)
    const file = await downloaded
    assert.equal(file.suggestedFilename(), 'Trattoria Luna Table tent a5.pdf')
    const pdf = await readFile(await file.path(), 'latin1')
    assert.match(pdf, /\/MediaBox\[0 0 595\.\d+ 841\.\d+\]/)
    await page.getByText('Print it at 100 %').waitFor()
    await shot('printed')
    assert.ok(clicks() <= 9, `table tent after ${clicks()} clicks`)
    t.diagnostic(`${clicks()} clicks`)
    await assertFitsWidth(page, 'something to hold')
    await assertAccessible(page, 'something to hold')

    const [code] = (await service.get<CodePage>('/v1/qpr-codes')).body.codes
    const { body } = await service.get<CodeView & { has_logo: boolean }>(
      `/v1/qpr-codes/${code?.id}`,
    )
    // One of the seven templates, and the look of the brand: a colour that is set later reaches it.
    assert.equal(body.template, 'hospitality')
    assert.deepEqual([body.style?.color, body.has_logo], [undefined, false])
    const organization = await service.defaultOrganizationId()
    await service.patch(`/v1/organizations/${organization}/brand`, { color: '#7a1f1f' })
    await eventually(async () => {
      const image = await service.get(`/qr/${code?.short_id}.svg`)
      assert.match(image.text, /#7a1f1f/)
    })

    // What is missing leads to the Talk page, where the blanks are marked.
    await page.getByRole('link', { name: 'Fill them in before you print' }).click()
    await page.getByLabel('Your Wi-Fi name').fill('Luna-Guest')
    await page.locator('mark', { hasText: '[your Wi-Fi name]' }).waitFor()
    await page.getByText('Your documents answer this').first().waitFor()
    await shot('talk')
    await assertFitsWidth(page, 'Talk')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('mark', { hasText: '[your Wi-Fi name]' }).waitFor({ state: 'detached' })
    await page.getByText(/^4 details are missing/).waitFor()
    assert.match(
      await page.getByLabel('Prompt', { exact: true }).inputValue(),
      /the network is Luna-Guest/,
    )
    await page.getByRole('link', { name: 'Print', exact: true }).click()
    await page.getByText('Print one test page').waitFor()
    await page.getByRole('radio', { name: 'For a print shop' }).check()
    await shot('print')
    await assertFitsWidth(page, 'Print')
  })
}
