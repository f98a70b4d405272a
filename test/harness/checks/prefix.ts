import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

interface Options {
  /** False: no cookie in either direction, like a browser that refuses cookies. */
  cookies?: boolean
}

/** A proxy that serves the service below a path, and removes that path from requests. */
export const startPrefix = async (t: TestContext, prefix: string, options: Options = {}) => {
  const { cookies = true } = options
  let target = ''
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    if (!cookies) delete headers.cookie
    if (!url.startsWith(`${prefix}/`)) return response.writeHead(418).end()
    const inner = ask(
      target + url.slice(prefix.length),
      { method, headers: { ...headers, host: new URL(target).host } },
      (answer) => {
        if (!cookies) delete answer.headers['set-cookie']
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    inner.on('error', () => response.writeHead(502).end())
    request.pipe(inner)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    /** The public address of the service behind it. */
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    leadTo(address: string) {
      target = address
    },
  }
}
