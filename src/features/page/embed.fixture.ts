import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { projectFile } from '../../platform/kit/project.ts'

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

const documented = /<script src="https:\/\/qpr\.example\.com\/embed\.js\?code=.*<\/script>/

/** The snippet of the documentation, for this code, with more attributes. */
export const snippet = (scanUrl: string, attributes = ''): string => {
  const [found = ''] = documented.exec(readFileSync(projectFile('docs/website.md'), 'utf8')) ?? []
  const [host = '', shortId = ''] = scanUrl.split('/s/')
  return found
    .replace('https://qpr.example.com', host)
    .replace('k3v9x0pz', shortId)
    .replace(' async', ` ${attributes} async`)
}
