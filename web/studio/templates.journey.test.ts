import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { type CodePage, type CodeView, createCode } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('a code becomes a template, and the next code starts from it', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, {
    name: 'Table 7',
    prompt: 'You are the waiter of Table 7. Wi-Fi: [your Wi-Fi name].',
    template: 'hospitality',
    welcome_message: 'Good evening.',
    contact: { label: 'Call us', url: 'tel:+4940123456' },
    style: { color: '#1f5a37' },
  })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as template' })
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Table 7')
  await dialog.getByLabel('Title').fill('Our tables')
  await assertAccessible(page, 'saving a template')
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Saved the template “Our tables”.').waitFor()

  // It stands first, and is chosen.
  await page.goto(studioAddress(service, 'codes/new'))
  const choices = page.getByRole('group', { name: 'Start from' })
  await choices.getByRole('radio', { name: 'Our tables', checked: true }).waitFor()
  assert.equal(await choices.getByRole('radio').count(), 9)
  assert.equal(await choices.getByRole('radio').first().isChecked(), true)
  await page.getByLabel('Name', { exact: true }).fill('Table 8')
  await page.getByLabel('Your Wi-Fi name').fill('Guest')
  await page.getByRole('button', { name: 'Create code' }).click()
  await page.getByText('Scans well').waitFor()
  const { codes } = (await service.get<CodePage>('/v1/qpr-codes?sort=oldest')).body
  const made = (await service.get<CodeView>(`/v1/qpr-codes/${codes[1]?.id}`)).body
  assert.deepEqual(
    [made.name, made.prompt, made.welcome_message, made.contact, made.style, made.template],
    [
      'Table 8',
      'You are the waiter of Table 8. Wi-Fi: Guest.',
      'Good evening.',
      { label: 'Call us', url: 'tel:+4940123456' },
      { color: '#1f5a37' },
      'hospitality',
    ],
  )

  // The first steps offer it too; there it is renamed and deleted.
  await page.goto(studioAddress(service, 'welcome'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Actions for the template Our tables' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Terrace')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: /^Terrace/ }).click()
  await page.getByRole('heading', { level: 1, name: 'make it yours' }).waitFor()
  assert.equal(await page.getByLabel('Welcome message').inputValue(), 'Good evening.')
  await assertFitsWidth(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Actions for the template Terrace' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the template “Terrace”?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted the template “Terrace”.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Terrace/ }).count(), 0)
})
