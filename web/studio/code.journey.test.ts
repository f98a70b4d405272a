import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { scanWords } from '../../src/features/page/words.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually, until } from '../../test/harness/checks/eventually.ts'
import {
  type CodePage,
  type CodeView,
  createCode,
  createOrganization,
} from '../../test/harness/data/given.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const hotel = {
  name: 'Harbour Hotel',
  prompt: 'You are the concierge. Breakfast is from 7 to 10:30.',
  template: 'hospitality',
  suggestions: ['When is breakfast?'],
  style: { color: '#1f5a37' },
}
const inFrench = { ...hotel, language: 'fr' }

const read = async (service: Service, id: string) =>
  (await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body
const phoneOf = (page: Page) => page.getByRole('region', { name: 'Live preview' })
/** The page's own heading: the one in the phone has the same words. */
const titled = (page: Page, name: string) => page.locator('h1[tabindex]', { hasText: name })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const choose = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a code is changed: seen at once, asked about before it is lost, and saved as a whole', async (t) => {
  const service = await startService(t)
  const prompt = `${hotel.prompt} See [1] and [your bill](https://x.example). [your Wi-Fi name]`
  const code = await createCode(service, { ...hotel, prompt })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  const phone = phoneOf(page)
  await phone.getByRole('heading', { name: 'Harbour Hotel' }).waitFor()
  assert.equal(await save(page).isDisabled(), true)

  await field(page, 'Name').fill('Hotel Sonne')
  await field(page, 'Button text').fill('Call us')
  await field(page, 'Phone number or address').fill('somewhere nice')
  await save(page).click()
  await page.getByText('Use a number such as').waitFor()
  await until(page, "document.activeElement?.name === 'contact.url'")
  await field(page, 'Phone number or address').fill('+49 40 123456')
  await phone.getByRole('link', { name: 'Call us' }).last().waitFor()
  await page.locator('summary', { hasText: 'Advanced' }).click()
  await page.getByLabel('Metadata').fill('{ "room": ')
  await save(page).click()
  await page.getByText('This must be JSON').waitFor()
  await assertAccessible(page, 'refused')
  await page.getByLabel('Metadata').fill('{ "room": 7 }')
  const language = page.getByRole('combobox', { name: 'Language' })
  assert.equal(await language.locator('option:checked').textContent(), 'The visitor’s language')
  await language.selectOption('Deutsch')
  await phone.getByText(scanWords.de.assistant).first().waitFor()

  await page.getByRole('link', { name: 'Print' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await save(page).click()
  await page.getByText('Saved.').waitFor()
  const saved = await read(service, code.id)
  assert.deepEqual(saved.contact, { label: 'Call us', url: 'tel:+4940123456' })
  assert.deepEqual(saved.metadata, { room: 7 })
  assert.equal(saved.language, 'de')
  // The default welcome message uses the new name.
  assert.match(saved.welcome_message, /Hotel Sonne/)
  await titled(page, 'Hotel Sonne').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFitsWidth(page)
  await page.getByRole('link', { name: 'Print' }).click()
  await page.getByText('Scans well').waitFor()
  await assertFitsWidth(page)

  // A blank that is still in the texts is listed before the code is printed.
  await page.getByText('Your Wi-Fi name', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Fill them in before you print' }).click()
  await field(page, 'Prompt').fill(`${hotel.prompt} See [1] and [your bill](https://x.example).`)
  // The first “Saved.” may still be there.
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await save(page).click()
  await stored
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
  const toast = page.getByText('Saved.').last()
  await toast.waitFor()
  const [saveBox, toastBox] = [await save(page).boundingBox(), await toast.boundingBox()]
  assert.ok(saveBox && toastBox && toastBox.y + toastBox.height < saveBox.y, 'it covers the button')
  await page.getByRole('link', { name: 'Print' }).click()
  await page.getByText('Scans well').waitFor()
  assert.equal(await page.getByText('missing').count(), 0)
})

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'

test('a colour that cameras would not read is refused with the reason, and with a way out', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, hotel)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${code.id}/print`))
  const preview = page.getByRole('region', { name: 'Preview' })
  const verdict = preview.getByRole('status')
  await verdict.getByText('Scans well').waitFor()

  await field(page, 'Colour').fill('#9fd3c0')
  await verdict.getByText('Cameras cannot read this').waitFor()
  assert.match(
    (await verdict.textContent()) ?? '',
    /contrast is 1\.\d+ to 1.*Choose a darker colour/,
  )
  await assertAccessible(page, 'unscannable')
  await save(page).click()
  await until(page, "document.activeElement?.name === 'style.color'")
  assert.equal((await read(service, code.id)).style?.color, '#1f5a37')
  await verdict.getByRole('button', { name: 'Make it scannable' }).click()
  await verdict.getByText('Scans well').waitFor()

  await page.getByText('Round', { exact: true }).first().click()
  await page.setInputFiles('input[type=file]', {
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(logo),
  })
  await page.getByRole('button', { name: 'Remove the logo' }).waitFor()
  await page.getByText('Downloads use the saved style.').waitFor()
  const before = await page.getByRole('link', { name: 'Download: PNG' }).getAttribute('href')
  await save(page).click()
  await page.getByText('Printed codes keep working').waitFor()
  const { style } = await read(service, code.id)
  assert.equal(style?.dots, 'dots')
  assert.notEqual(style?.color, '#9fd3c0')
  assert.equal((await service.get(`/v1/qpr-codes/${code.id}/logo`)).text, logo)
  // A browser keeps an image for minutes: the new one must have another address.
  const after = await page.getByRole('link', { name: 'Download: PNG' }).getAttribute('href')
  assert.notEqual(after, before)

  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await save(page).click()
  await until(page, "!document.querySelector('form img')")
  const hasNoLogo = async () =>
    assert.equal((await service.get(`/v1/qpr-codes/${code.id}/logo`)).status, 404)
  await eventually(hasNoLogo)

  const sheet = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Create print sheet' }).click()
  await page.getByRole('img', { name: 'A page with 12 codes' }).waitFor()
  await page.getByRole('button', { name: 'Download PDF' }).click()
  assert.match((await sheet).suggestedFilename(), /\.pdf$/)
})

test('a code is archived and back, duplicated, moved and deleted', async (t) => {
  const service = await startService(t)
  const other = await createOrganization(service, { name: 'Harbour Hotels' })
  const code = await createCode(service, inFrench)
  await service.request('PUT', `/v1/qpr-codes/${code.id}/logo`, {
    rawBody: logo,
    headers: { 'Content-Type': 'image/svg+xml' },
  })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  await choose(page, 'Archive')
  await page.getByText('“Harbour Hotel” archived.').waitFor()
  assert.equal((await read(service, code.id)).status, 'archived')
  await page.getByText('This code is archived').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Harbour Hotel” is active again.').waitFor()
  assert.equal((await read(service, code.id)).status, 'active')

  await choose(page, 'Duplicate')
  await titled(page, 'Harbour Hotel (copy)').waitFor()
  const copyId = new URL(page.url()).pathname.split('/').at(-2) ?? ''
  assert.notEqual(copyId, code.id)
  const copy = await read(service, copyId)
  assert.deepEqual(
    [copy.prompt, copy.style, copy.language],
    [hotel.prompt, hotel.style, inFrench.language],
  )
  assert.equal((await service.get(`/v1/qpr-codes/${copyId}/logo`)).text, logo)

  await service.get(`/s/${copy.short_id}`, { key: null })
  await choose(page, 'Move to another organization')
  await page.getByText('Scans, conversations and questions so far stay here').waitFor()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.waitForURL(`**/studio/harbour-hotels/codes/${copyId}/talk`)
  assert.equal((await read(service, copyId)).organization_id, other.id)
  await page.getByRole('link', { name: 'Insight', exact: true }).last().click()
  await page.getByText('1 scan in all, 0 here.').waitFor()

  await choose(page, 'Delete')
  const button = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  assert.equal(await button.isDisabled(), true)
  await page.getByLabel(/to confirm/).fill('Harbour Hotel (copy)')
  await button.click()
  await page.waitForURL('**/studio/harbour-hotels/codes')
  await page.getByText('Harbour Hotel (copy) deleted.').waitFor()
  assert.equal((await service.get(`/v1/qpr-codes/${copyId}`)).status, 404)
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 1)
})

test('a viewer reads all of a code and changes nothing', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, inFrench)
  await service.keyOf('viewer')
  const page = await openStudio(t, browser, service, { email: 'viewer@example.com' })
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  await page.getByText('Breakfast is from 7 to 10:30.').waitFor()
  await page.getByText('Open the page to talk.').waitFor()
  await page.getByRole('definition').filter({ hasText: 'Français' }).waitFor()
  assert.equal(await phoneOf(page).getByRole('textbox').isDisabled(), true)
  await assertAccessible(page, 'talk of a viewer')
  const actions = () => page.getByRole('main').getByRole('button').allTextContents()
  assert.deepEqual(
    (await actions()).filter((text) => /save|archive|delete|duplicate|start over|more/i.test(text)),
    [],
  )
  assert.equal(await page.getByRole('button', { name: 'More actions' }).count(), 0)

  await page.getByRole('link', { name: 'Print' }).click()
  await page.getByRole('img', { name: 'The QR code of Harbour Hotel' }).waitFor()
  await page.getByRole('link', { name: 'Download: PDF' }).waitFor()
  // The fields of a printed piece are there for every role: they change nothing of the code.
  const changing = page.getByRole('main').locator('form, input[type=file], input[type=color]')
  assert.equal(await changing.count(), 0)
})
