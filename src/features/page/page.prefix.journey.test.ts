import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import {
  givenCode,
  lastAnswer,
  say,
  scanWith,
  transcript,
} from '../../../test/harness/browser/visitor.ts'
import { startPrefix } from '../../../test/harness/checks/prefix.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('below a path prefix a conversation works after a reload and without JavaScript', async (t) => {
  const proxy = await startPrefix(t, '/qpr')
  const settings = { QPR_BASE_URL: proxy.address }
  const { service, code } = await givenCode(t, { settings })
  proxy.leadTo(service.address)
  assert.equal(code.scan_url, `${proxy.address}/s/${code.short_id}`)

  const page = await scanWith(t, browser, code)
  await say(page, 'Hello')
  assert.equal(await lastAnswer(page), 'Hello there!')
  assert.equal(new URL(page.url()).pathname, `/qpr/s/${code.short_id}/chat`)
  await page.reload()
  await page.waitForSelector('.answer')
  assert.deepEqual(await transcript(page), ['Hello', 'Hello there!'])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.waitForSelector('html[lang=de] .answer')
  assert.deepEqual(
    page.requested.filter((one) => !one.includes(` ${proxy.address}/`)),
    [],
  )

  const plain = await scanWith(t, browser, code, { javaScriptEnabled: false })
  await say(plain, 'Hello')
  assert.deepEqual(await transcript(plain), ['Hello', 'Hello there!'])
  await say(plain, 'And again')
  assert.equal((await transcript(plain)).length, 4, 'the cookie came along')
  const paths = (await plain.context().cookies()).map(({ name, path }) => [name, path])
  assert.deepEqual(paths.sort(), [
    ['qpr_device', '/qpr/s'],
    ['qpr_scan', '/qpr/s'],
    ['qpr_talk', `/qpr/s/${code.short_id}`],
  ])
})
