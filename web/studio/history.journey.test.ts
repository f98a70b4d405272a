import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { type CodeView, createCode } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('the history shows who changed what, and restores former texts, but not for a viewer', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { prompt: 'Breakfast is from 7 to 10.' })
  const path = `/v1/qpr-codes/${id}`
  await service.patch(path, { prompt: 'Breakfast is from 8 to 10.', suggestions: ['When?'] })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${id}/talk`))
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('Changed: Prompt, Suggested questions').waitFor()
  await page.getByText('owner@localhost with the key First key').waitFor()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.locator('del', { hasText: '7' }).waitFor()
  await page.locator('ins', { hasText: '8' }).waitFor()
  await page.locator('ins', { hasText: 'When?' }).waitFor()
  await assertAccessible(page, 'a difference')
  await page.setViewportSize({ width: 360, height: 800 })
  await assertFitsWidth(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Restore' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore the texts before this change?' })
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The former texts are restored.').waitFor()
  assert.equal((await service.get<CodeView>(path)).body.prompt, 'Breakfast is from 7 to 10.')
  await eventually(async () => {
    assert.equal(await page.getByText('Changed: Prompt, Suggested questions').count(), 2)
  })
  await page.getByRole('link', { name: 'Talk' }).click()
  const prompt = page.getByLabel('Prompt', { exact: true })
  await eventually(async () => {
    assert.equal(await prompt.inputValue(), 'Breakfast is from 7 to 10.')
  })

  await service.keyOf('viewer', undefined, 'vera@example.com')
  const viewer = await openStudio(t, browser, service, { email: 'vera@example.com' })
  await viewer.goto(studioAddress(service, `codes/${id}/history`))
  await viewer.getByText('Changed: Prompt').first().waitFor()
  assert.equal(await viewer.getByRole('button', { name: 'Restore' }).count(), 0)
})
