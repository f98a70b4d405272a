// What no single page is about: focus, numbers to call, narrow tables.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { plantConversation } from '../../test/harness/data/conversations.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('the form of a dialog starts in its first field', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openStudio(t, browser, service)
  const focused = page.locator('dialog :focus')
  for (const [path, button, label] of [
    ['keys', 'New key', 'Name'],
    ['knowledge', 'Add address', 'Address'],
    ['knowledge', 'Add question', 'Question'],
    ['members', 'Invite a member', 'E-mail address'],
  ] as const) {
    await page.goto(studioAddress(service, path))
    await page.getByRole('button', { name: button }).first().click()
    const field = page.getByRole('dialog').getByLabel(label, { exact: true })
    await field.and(focused).waitFor()
    await page.keyboard.press('Escape')
  }
})

test('on a phone the notice about the scan address is only where something is printed', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const phone = { width: 390, height: 844 }
  const page = await openStudio(t, browser, service, { viewport: phone })
  const notice = page.locator('[role=status]').filter({ hasText: 'Do not print them yet' })
  for (const path of ['codes', `codes/${code.id}/talk`, 'settings']) {
    await page.setViewportSize(phone)
    await page.goto(studioAddress(service, path))
    await notice.waitFor({ state: 'attached' })
    assert.equal(await notice.isVisible(), false, path)
    await page.setViewportSize({ width: 1280, height: 900 })
    await notice.waitFor()
  }
  await page.setViewportSize(phone)
  await page.goto(studioAddress(service, `codes/${code.id}/print`))
  await notice.waitFor()
})

test('an address without https:// gets it', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'webhooks/new'))
  await page.getByLabel('Address').fill(' hooks.localhost/qpr ')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Webhook registered' }).waitFor()
  const { webhooks } = (await service.get<{ webhooks: { url: string }[] }>('/v1/webhooks')).body
  assert.deepEqual(
    webhooks.map(({ url }) => url),
    ['https://hooks.localhost/qpr'],
  )

  await page.goto(studioAddress(service, 'brand'))
  await page.getByLabel('Privacy policy').fill('www.example.com/privacy')
  const saved = page.waitForResponse((one) => one.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  assert.equal((await (await saved).json()).privacy_url, 'https://www.example.com/privacy')
})

const refusals = {
  'en-GB': 'Please fill this in.',
  'de-DE': 'Bitte füllen Sie dieses Feld aus.',
  'fr-FR': 'Remplissez ce champ.',
  'es-ES': 'Rellene este campo.',
  'it-IT': 'Compili questo campo.',
}

test('the error of a field is below it in the language of the form, and names no field of the API', async (t) => {
  const service = await startService(t)
  for (const [locale, refusal] of Object.entries(refusals)) {
    const page = await openStudio(t, browser, service, { locale })
    await page.goto(`${service.config.QPR_BASE_URL}/studio/account`)
    const field = page.locator('[name=display_name]')
    // The form takes it for a name; only the service knows that nobody can see it.
    await field.fill('\u200b\u2060')
    await field.press('Enter')
    await page.getByText(refusal, { exact: true }).waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.doesNotMatch((await page.getByRole('main').textContent()) ?? '', /display_name/)
  }
})

test('a switch says whether it is on', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'notifications'))
  const control = page.getByRole('switch', { name: 'A bad rating', exact: false })
  const label = page.locator('label').filter({ has: control })
  await label.getByText('Off', { exact: true }).waitFor()
  await control.check()
  await label.getByText('On', { exact: true }).waitFor()
})

test('telephone numbers in a transcript are links, and other numbers are not', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const numbers = ['+49 (0)40 123 456', '040 1234567', '(555) 123-4567', '0800/1234567']
  const others = [
    '01.05.2026',
    '01/05/2026',
    '2026-01-05 10:30',
    '12 000 000 euros',
    '1,234,567.89',
    'AB0123456789',
    '07-10',
    '`040 7654321`',
    '[040 7654321](https://example.com/)',
  ]
  const text = [...numbers, ...others].map((one) => `- ${one}`).join('\n')
  const id = await plantConversation(service, code, { said: ['Whom do I call?', text] })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `conversations/${id}`))
  const links = page.getByRole('region', { name: 'Transcript' }).locator('a[href^="tel:"]')
  await links.first().waitFor()
  assert.deepEqual(await links.allTextContents(), numbers)
  assert.deepEqual(
    await Promise.all((await links.all()).map((link) => link.getAttribute('href'))),
    ['tel:+4940123456', 'tel:0401234567', 'tel:5551234567', 'tel:08001234567'],
  )
})

test('when space is short, the name of a code keeps more room than any other column', async (t) => {
  const service = await startService(t)
  await createCode(service, { name: 'The lobby of the Harbour Hotel, beside the stairs' })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes'))
  const cells = page.getByRole('row').last().getByRole('cell')
  await cells.first().waitFor()
  for (const width of [650, 720, 901, 1000]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await cells.first().waitFor()
    const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()))
    const [, name = 0, ...others] = boxes.map((box) => box?.width ?? 0)
    assert.ok(name >= 190 && name >= Math.max(...others), `${width} px: ${boxes.length} ${name}`)
  }
})
