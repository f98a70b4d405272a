import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'

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

// test/anywhere.sh runs this on a machine without a network.
test('a page is online, except while the test says otherwise', async () => {
  const page = await browser.newPage()
  const isOnline = () => page.evaluate('navigator.onLine')
  for (const host of ['localhost', 'shop.localhost']) {
    await page.goto(`http://${host}:${port}/`)
    assert.equal(await isOnline(), true, host)
    await page.context().setOffline(true)
    assert.equal(await isOnline(), false, host)
    await page.context().setOffline(false)
    assert.equal(await isOnline(), true, host)
  }
  await page.close()
})
