import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { type CodeView, createCode } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const shots = process.env.QPR_SHOTS

test('a member chooses notifications, and the first summary comes at 7:00 of their time zone', async (t) => {
  const service = await startService(t)
  const id = await service.defaultOrganizationId()
  const path = `/v1/organizations/${id}/notifications`
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'settings'))
  await page.getByRole('link', { name: 'Choose notifications' }).click()
  await page.getByText('Mails about owner’s organization to owner@localhost.').waitFor()
  assert.ok(await page.getByRole('switch', { name: 'A webhook fails' }).isChecked())
  await page.getByRole('switch', { name: 'A bad rating' }).check()
  await page.getByText('Saved.').first().waitFor()
  await page.getByLabel('Summary').selectOption('Weekly')
  await page.getByText('Next summary:').waitFor()
  const { body } = await service.get<Record<string, unknown>>(path)
  const { bad_rating, summary, time_zone } = body
  assert.deepEqual([bad_rating, summary, time_zone], [true, 'weekly', 'Europe/Berlin'])
  if (shots) await page.screenshot({ path: `${shots}/notifications-1280.png` })

  await service.keyOf('viewer', undefined, 'vera@example.com')
  const narrow = { viewport: { width: 390, height: 844 }, locale: 'de-DE' }
  const viewer = await openStudio(t, browser, service, { email: 'vera@example.com', ...narrow })
  // Mails link to the id of the organization.
  await viewer.goto(`${service.config.QPR_BASE_URL}/studio/${id}/notifications`)
  await viewer.getByRole('switch', { name: 'Eine schlechte Bewertung' }).waitFor()
  assert.equal(await viewer.getByRole('switch').count(), 2, 'only what a viewer may read')
  await assertFitsWidth(viewer)
  if (shots) await viewer.screenshot({ path: `${shots}/notifications-390.png`, fullPage: true })
})

/** In the page: what a switch shows after a click, before the browser can draw it. */
const clickRating = `(async () => {
  const input = document.querySelector('[name=bad_rating]')
  input.click()
  for (let turn = 0; turn < 20; turn++) await null
  return input.checked
})()`

test('choices show at once and stay while they are being saved', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'notifications'))
  const rating = page.getByRole('switch', { name: 'A bad rating' })
  const webhook = page.getByRole('switch', { name: 'A webhook fails' })
  assert.deepEqual([await rating.isChecked(), await webhook.isChecked()], [false, true])
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route('**/notifications', async (route) => {
    await allowed
    await route.continue()
  })
  assert.ok(await page.evaluate(clickRating), 'it shows the old state first')
  await webhook.uncheck()
  assert.ok(await rating.isChecked(), 'it shows only the last choice')
  const saved = page.getByText('Saved.')
  allow()
  await saved.nth(1).waitFor()
  assert.deepEqual([await rating.isChecked(), await webhook.isChecked()], [true, false])
  await page.reload()
  await rating.waitFor()
  assert.deepEqual([await rating.isChecked(), await webhook.isChecked()], [true, false])
})

test('an owner allows websites for a code and copies the snippet', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  await page.getByRole('link', { name: 'Website' }).click()
  await page.getByText('No website is allowed yet').waitFor()
  const field = page.getByLabel('Allowed websites')
  await field.fill('https://*.example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“https://*.example.com” is not an address.').waitFor()
  await field.fill('www.example.com/shop\nHTTP://127.0.0.1:8080/')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('No website is allowed yet').waitFor({ state: 'detached' })
  const origins = ['https://www.example.com', 'http://127.0.0.1:8080']
  await eventually(async () => assert.equal(await field.inputValue(), origins.join('\n')))
  const { body } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  assert.deepEqual(body.embed_origins, origins)
  const host = service.config.QPR_BASE_URL
  const snippet = `<script src="${host}/embed.js?code=${code.short_id}" async></script>`
  assert.equal(await page.locator('pre').innerText(), snippet)

  await service.patch(`/v1/qpr-codes/${code.id}`, { style: { color: '#5b1a66' } })
  await page.reload()
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('Text of the button').fill('Ask "us" <now>')
  await page.getByLabel('Dim the website').check()
  const named = 'data-label="Ask &quot;us&quot; &lt;now>" data-dim async'
  assert.equal(await page.locator('pre').innerText(), snippet.replace('async', named))
  const button = preview.getByRole('button', { name: 'Ask "us" <now>' })
  const color = `getComputedStyle(document.querySelector('[aria-label=Preview] button')).backgroundColor`
  assert.equal(await page.evaluate(color), 'rgb(91, 26, 102)')
  await button.click()
  await preview.locator('[data-dims]').waitFor()
  if (shots) await page.screenshot({ path: `${shots}/website-1280.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await assertFitsWidth(page)
  if (shots) await page.screenshot({ path: `${shots}/website-390.png`, fullPage: true })
})
