import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { type CodeView, createCode } from '../../test/harness/data/given.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const shows = (page: Page, expected: string[]) =>
  eventually(async () => {
    assert.deepEqual(await page.locator('[role=row] a').allInnerTexts(), expected)
  })

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: false }) })

const viewOf = async (service: Service, id: string) =>
  (await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body

const addTag = async (page: Page, label: string, tag: string) => {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.fill(tag)
  await field.press('Enter')
}

test('codes get tags on their page, are found by them, and change together', async (t) => {
  const service = await startService(t, { settings: { QPR_AI_MODELS: 'ollama:llama3.2' } })
  const bar = await createCode(service, { name: 'Bar', tags: ['Indoor'] })
  const spa = await createCode(service, { name: 'Spa' })
  await createCode(service, { name: 'Rooms' })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${spa.id}/talk`))
  await addTag(page, 'Tags', 'terrace')
  await addTag(page, 'Tags', 'Indoor')
  await page.getByRole('button', { name: 'Remove the tag terrace' }).click()
  await addTag(page, 'Tags', 'TERRACE')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  assert.deepEqual((await viewOf(service, spa.id)).tags, ['Indoor', 'TERRACE'])

  await page.goto(studioAddress(service, 'codes'))
  await rowOf(page, 'Spa').getByText('TERRACE').waitFor()
  const options = page.locator('search datalist option')
  await eventually(async () => assert.equal(await options.count(), 2))
  await addTag(page, 'Tags', 'indoor')
  await shows(page, ['Spa\nIndoor\nTERRACE', 'Bar\nIndoor'])
  await addTag(page, 'Tags', 'terrace')
  await shows(page, ['Spa\nIndoor\nTERRACE'])
  await page.reload()
  await shows(page, ['Spa\nIndoor\nTERRACE'])
  await page.getByRole('button', { name: 'Remove the tag terrace' }).click()
  await shows(page, ['Spa\nIndoor\nTERRACE', 'Bar\nIndoor'])

  for (const name of ['Bar', 'Spa']) await rowOf(page, name).getByRole('checkbox').check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 2 codes' })
  const inDialog = (label: string) => dialog.getByRole('combobox', { name: label, exact: true })
  await inDialog('Add tags').fill('season 2026')
  await inDialog('Add tags').press('Enter')
  await inDialog('Remove tags').fill('terrace')
  await inDialog('Remove tags').press('Enter')
  await inDialog('Model').selectOption('ollama:llama3.2')
  await inDialog('Style').selectOption({ label: 'New style' })
  await dialog.getByLabel('Colour').fill('#0f6b5c')
  await inDialog('Dots').selectOption({ label: 'Rounded' })
  await assertAccessible(page, 'the change of many codes')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('2 codes changed.').waitFor()
  for (const { id } of [bar, spa]) {
    const { tags, model, style } = await viewOf(service, id)
    assert.deepEqual(tags, ['Indoor', 'season 2026'])
    assert.equal(model, 'ollama:llama3.2')
    assert.deepEqual(style, { color: '#0f6b5c', dots: 'rounded', eyes: 'square' })
  }
  await shows(page, ['Spa\nIndoor\nseason 2026', 'Bar\nIndoor\nseason 2026'])
  await page.setViewportSize({ width: 360, height: 800 })
  await assertFitsWidth(page)
  await page.setViewportSize({ width: 1280, height: 900 })
})
