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
