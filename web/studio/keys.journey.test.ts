import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { createKey } from '../../test/harness/data/given.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const shownKey = async (page: Page) =>
  (await page.getByRole('dialog').locator('code').first().textContent()) ?? ''

const statusWith = async (service: Service, key: string) =>
  (await service.get('/v1/qpr-codes', { key })).status

test('a key is made narrow and shown once, works, is rotated and revoked', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'keys'))
  await page.getByText('No keys yet').waitFor()
  await page.getByRole('button', { name: 'New key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New key' }).click()
  await dialog.getByText('Please fill this in.').waitFor()
  await dialog.getByLabel('Name').fill('Point of sale <b>')
  await dialog.getByLabel('Maximum role').selectOption('Viewer')
  await dialog.getByLabel('Expires').selectOption('In 90 days')
  await dialog.getByRole('button', { name: 'New key' }).click()
  await dialog.getByText('It is not shown again.').waitFor()
  const key = await shownKey(page)
  assert.match(key, /^qpr_sk_/)
  await dialog.getByText(`-H 'Authorization: Bearer ${key}'`).waitFor()
  await assertAccessible(page, 'made key')
  // The shown command runs as pasted.
  const command = await dialog.locator('pre').last().innerText()
  const pasted = await promisify(execFile)('sh', ['-c', `${command} --silent`])
  assert.deepEqual(JSON.parse(pasted.stdout).codes, [])
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await rowOf(page, 'Point of sale').getByText('Viewer').waitFor()
  assert.equal((await page.content()).includes(key), false, 'it is shown once')

  assert.equal(await statusWith(service, key), 200)
  const code = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
  assert.equal((await service.post('/v1/qpr-codes', code, { key })).status, 403)

  await choose(page, 'Point of sale <b>', 'Details')
  await dialog.getByText('owner@localhost').waitFor()
  await dialog.getByText('owner’s organization').waitFor()
  await page.keyboard.press('Escape')

  await choose(page, 'Point of sale <b>', 'Rotate')
  // Every dialog ends with the way out, then the action.
  const ending = dialog.locator('.dialog-actions').getByRole('button')
  assert.deepEqual(await ending.allTextContents(), ['Cancel', 'Rotate'])
  await dialog.getByLabel('The current value expires').selectOption('Now')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByText('It is not shown again.').waitFor()
  const next = await shownKey(page)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  assert.deepEqual([await statusWith(service, key), await statusWith(service, next)], [401, 200])

  await choose(page, 'Point of sale <b>', 'Revoke')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await rowOf(page, 'Point of sale').getByText('Revoked', { exact: true }).waitFor()
  assert.equal(await statusWith(service, next), 401)
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('an owner sees all keys of the organization, others only their own', async (t) => {
  const service = await startService(t)
  const organization_id = await service.defaultOrganizationId()
  await createKey(service, { name: 'The owner’s', organization_id })
  const editor = await service.keyOf('editor')
  await createKey(service, { name: 'The editor’s', organization_id }, editor)
  await createKey(service, { name: `A long name of a key ${'x'.repeat(60)}`, organization_id })
  const owners = await openStudio(t, browser, service)
  await owners.goto(studioAddress(service, 'keys'))
  await rowOf(owners, 'The editor’s').getByText('editor@example.com').waitFor()
  await rowOf(owners, 'The owner’s').waitFor()
  for (const width of [1280, 360]) {
    await owners.setViewportSize({ width, height: 800 })
    await assertFitsWidth(owners)
  }
  const editors = await openStudio(t, browser, service, { email: 'editor@example.com' })
  await editors.goto(studioAddress(service, 'keys'))
  await rowOf(editors, 'The editor’s').waitFor()
  assert.equal(await rowOf(editors, 'The owner’s').count(), 0)
  // A key never has more access than its creator.
  await editors.getByRole('button', { name: 'New key' }).click()
  const roles = editors.getByLabel('Maximum role').getByRole('option')
  assert.deepEqual(await roles.allTextContents(), ['Same as mine', 'Editor', 'Viewer'])
})
