import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { scanWith, textOf } from '../../test/harness/browser/visitor.ts'
import { until } from '../../test/harness/checks/eventually.ts'
import { type CodeView, createCode } from '../../test/harness/data/given.ts'
import { asking } from '../../test/harness/data/talk.ts'
import { startProvider } from '../../test/harness/providers/provider.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#0f4c81"/></svg>',
  ),
}

test('a brand is set once, and the images and pages of all codes follow', async (t) => {
  const service = await startService(t)
  const plain = await createCode(service, { name: 'Lobby', title: 'Reception' })
  const styled = await createCode(service, { name: 'Spa', style: { color: '#a02020' } })
  const imageOf = async ({ short_id }: { short_id: string }) =>
    (await service.get(`/qr/${short_id}.svg`, { key: null })).text
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'settings'))
  await page.getByRole('link', { name: 'Brand' }).click()
  const phone = page.getByRole('region', { name: 'Live preview' })
  await field(page, 'Public name').fill('Harbour Hotels')
  await phone.getByText('Harbour Hotels', { exact: true }).waitFor()

  await field(page, 'Colour').fill('#9ad0c5')
  await save(page).click()
  await page.getByText('Cameras cannot read this').waitFor()
  await field(page, 'Colour').fill('#0f4c81')
  await page.setInputFiles('input[type=file]', logo)
  await phone.locator('header img').waitFor()
  await field(page, 'Button text').fill('Call us')
  await field(page, 'Phone number or address').fill('+49 40 123456')
  await phone.getByRole('link', { name: 'Call us' }).last().waitFor()
  await page.getByLabel('Privacy policy').fill('javascript:alert(1)')
  await save(page).click()
  await page.getByText('Use an address that begins with').waitFor()
  await page.getByLabel('Privacy policy').fill('https://harbour.example/privacy')
  await save(page).click()
  await page.getByText('All codes that use the brand have changed.').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFitsWidth(page)

  assert.match(await imageOf(plain), /#0f4c81/)
  const visitor = await scanWith(t, browser, plain)
  assert.equal(await textOf(visitor, 'h1'), 'Reception')
  assert.match(await textOf(visitor, '.ai'), /^Harbour Hotels · /)
  await until(visitor, "document.querySelector('header img').naturalWidth > 0")
  await visitor.getByRole('button', { name: 'Menu' }).click()
  await visitor.getByRole('button', { name: 'About this page' }).click()
  const policy = visitor.getByRole('link', { name: 'Privacy policy' })
  assert.equal(await policy.getAttribute('href'), 'https://harbour.example/privacy')

  // One action gives the brand to a code with a style of its own.
  await page.setViewportSize({ width: 1280, height: 900 })
  assert.match(await imageOf(styled), /#a02020/)
  await page.getByRole('link', { name: 'Codes', exact: true }).click()
  await page.getByLabel('Select Spa').check()
  await page.getByRole('button', { name: 'Use brand' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use brand' }).click()
  await page.getByText('One code now uses the brand.').waitFor()
  assert.match(await imageOf(styled), /#0f4c81/)
})

test('texts are translated in one step, edited and saved, and a French visitor reads French', async (t) => {
  const french = {
    title: 'Hôtel du Port',
    welcome_message: 'Bienvenue !',
    suggestions: ['À quelle heure est le petit déjeuner ?'],
  }
  const provider = await startProvider(t, { tokens: [JSON.stringify(french)] })
  const service = await startService(t, { settings: asking(provider) })
  const code = await createCode(service, {
    name: 'HH-07 lobby',
    welcome_message: 'Welcome!',
    suggestions: ['When is breakfast?'],
  })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  const phone = page.getByRole('region', { name: 'Live preview' })
  await page.getByLabel('Public title').fill('Harbour Hotel')
  await phone.getByRole('heading', { name: 'Harbour Hotel' }).waitFor()
  await page.locator('summary', { hasText: 'Translations' }).click()
  await page.getByLabel('Add a language').selectOption('Français')
  await field(page, 'Title').fill('L’Hôtel du Port')
  await page.getByRole('button', { name: 'Translate with AI' }).click()
  await page.getByText('Check the translations, then save.').waitFor()
  const panel = page.locator('fieldset[lang=fr]')
  // What was written by hand stays.
  assert.equal(await panel.getByLabel('Title').inputValue(), 'L’Hôtel du Port')
  assert.equal(await panel.getByLabel('Welcome message').inputValue(), 'Bienvenue !')
  await panel.getByLabel('Welcome message').fill('Soyez les bienvenus !')
  await assertAccessible(page, 'translations')
  await save(page).click()
  await page.getByText('Saved.').waitFor()
  const { body } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  const saved = { ...french, title: 'L’Hôtel du Port', welcome_message: 'Soyez les bienvenus !' }
  assert.deepEqual([body.title, body.translations], ['Harbour Hotel', { fr: saved }])
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFitsWidth(page)

  const visitor = await scanWith(t, browser, code, { locale: 'fr-CH' })
  assert.equal(await textOf(visitor, 'h1'), saved.title)
  assert.equal(await textOf(visitor, '#talk > .message'), saved.welcome_message)
  assert.equal(await textOf(visitor, '#suggestions button'), french.suggestions[0])
  const other = await scanWith(t, browser, code, { locale: 'de-DE' })
  assert.equal(await textOf(other, '#talk > .message'), 'Welcome!')
})
