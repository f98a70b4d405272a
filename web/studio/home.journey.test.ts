import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, settled, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { slug } from '../../test/harness/browser/studio-walk.ts'
import { plantConversation } from '../../test/harness/data/conversations.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { plantOrganization } from '../../test/harness/data/planted-organization.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const openHome = async (t: TestContext, service: Service) => {
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, ''))
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await settled(page)
  return page
}

const figure = async (page: Page, label: string): Promise<string> => {
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: label })
  return (await item.getByRole('paragraph').first().textContent()) ?? ''
}

const steps = (page: Page) => page.getByRole('main').locator('ol').getByRole('link')

test('the home page counts what happened, and each number leads to what it counts', async (t) => {
  const { service } = await plantOrganization(t)
  const page = await openStudio(t, browser, service)
  await page.goto(service.config.QPR_BASE_URL + slug)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await settled(page)
  assert.equal(await figure(page, 'Open questions'), '1')
  const badge = page.getByRole('navigation', { name: 'Studio' })
  await badge.getByRole('link', { name: /^Questions.*1 open$/ }).waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  await assertFitsWidth(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const [label, address] of [
    ['Scans', /\/insight\?period=today$/],
    ['Conversations', /\/conversations\?period=today$/],
    ['Open questions', /\/questions$/],
    ['Bad ratings', /\/conversations\?(?=.*rating=down)(?=.*period=7d)/],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: label, exact: true }).click()
    await page.waitForURL(address)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  }
})

test('a next step disappears when it is done, and the list with its last step', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const page = await openHome(t, service)
  await steps(page).first().waitFor()
  assert.deepEqual(await steps(page).allTextContents(), [
    'Ask your code yourself',
    'Add your menu, your prices or your website',
    'Set your name, logo and colour',
    'Invite somebody',
  ])
  const id = await service.defaultOrganizationId()
  const organization_id = id
  await service.patch(`/v1/organizations/${id}/brand`, { name: 'Harbour Hotels' })
  await service.post(`/v1/organizations/${id}/members`, { email: 'new@example.com' })
  await page.reload()
  await steps(page).first().waitFor()
  assert.equal(await steps(page).count(), 2)
  const known = { organization_id, kind: 'question', question: 'Is there a sauna?', answer: 'Yes.' }
  assert.equal((await service.post('/v1/knowledge', known)).status, 201)
  await page.reload()
  await steps(page).first().waitFor()
  assert.deepEqual(await steps(page).allTextContents(), ['Ask your code yourself'])
  await plantConversation(service, code, { said: ['Is there a sauna?', 'Yes.'] })
  await page.reload()
  await page.getByRole('link', { name: 'Bad ratings' }).waitFor()
  // The page shows the steps when it knows all of them.
  await page.waitForLoadState('networkidle')
  assert.equal(await page.getByRole('heading', { name: 'Next steps' }).count(), 0)
})
