import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { takePage } from './contexts.ts'

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<p>waiting</p><script>document.querySelector('p').textContent = 'ran'</script>`)
})
let browser: Browser
let port: number

before(async () => {
  server.listen(0)
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  server.close()
})

for (const host of ['localhost', '127.0.0.1', 'shop.localhost']) {
  test(`a page of ${host} opens and its script runs`, async () => {
    const page = await browser.newPage()
    await page.goto(`http://${host}:${port}/`)
    assert.equal(await page.textContent('p'), 'ran')
    await page.close()
  })
}

// The server also listens on 127.0.0.2, if the system has it: without the rule it would answer.
for (const host of ['example.com', '192.0.2.1', '127.0.0.2']) {
  test(`no request reaches ${host}`, async () => {
    const page = await browser.newPage()
    await assert.rejects(page.goto(`http://${host}:${port}/`), /ERR_CONNECTION_REFUSED/)
    await page.close()
  })
}

test('a person whom another test had before is as good as new', async () => {
  const options = { viewport: { width: 390, height: 844 }, locale: 'fr-CH' }
  const first = await takePage(browser, options)
  const context = first.page.context()
  for (const host of ['localhost', 'shop.localhost']) {
    await first.page.goto(`http://${host}:${port}/`)
    await first.page.evaluate("localStorage.a = sessionStorage.a = '1'; document.cookie = 'a=1'")
    await first.page.evaluate(
      "new Promise((done) => { indexedDB.open('a').onsuccess = (event) => done(event.target.result.close()) })",
    )
  }
  await first.page.addInitScript('window.isOld = true')
  await first.page.route('**', (route) => route.abort())
  await context.newPage()
  await context.setOffline(true)
  await first.giveBack()

  const { page, giveBack } = await takePage(browser, { ...options, viewport: null })
  assert.equal(page.context(), context, 'the person is another one')
  for (const host of ['shop.localhost', 'localhost']) {
    await page.goto(`http://${host}:${port}/`)
    const left = `indexedDB.databases().then(({ length }) => [
      length, localStorage.length, sessionStorage.length, document.cookie, window.isOld])`
    assert.deepEqual(await page.evaluate(left), [0, 0, 0, '', undefined], host)
  }
  assert.ok(await page.evaluate('navigator.onLine'))
  assert.equal(context.pages().length, 2, 'the page, and the one that keeps the process')
  await giveBack()
})

test('a person with another clock or script is not given to a later test', async () => {
  const changes = [
    (page: Page) => page.clock.install({ time: 0 }),
    (page: Page) => page.context().addInitScript('window.isOld = true'),
  ]
  for (const change of changes) {
    const first = await takePage(browser, { locale: 'fr-CH' })
    await change(first.page)
    await first.giveBack()
  }
  const { page, giveBack } = await takePage(browser, { locale: 'fr-CH' })
  await page.goto(`http://localhost:${port}/`)
  const [now, isOld] = await page.evaluate<[number, unknown]>('[Date.now(), window.isOld]')
  assert.ok(Math.abs(now - Date.now()) < 60_000)
  assert.equal(isOld, undefined)
  await giveBack()
})
