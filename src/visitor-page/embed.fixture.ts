import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * A website of someone else: at 127.0.0.1, while the service is at localhost, so browsers see two
 * sites. `page` is the body of its only page.
 */
export const startSite = async (t: TestContext, page: (origin: string) => string) => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page(origin))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin }
}

/** The snippet as the documentation and the Studio show it. */
export const snippet = (scanUrl: string, attributes = ''): string => {
  const [host = '', shortId = ''] = scanUrl.split('/s/')
  return `<script src="${host}/embed.js" data-code="${shortId}"${attributes} async></script>`
}
