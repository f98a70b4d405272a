import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { client, type Person, startOidcProvider } from '../../../test/harness/providers/oidc.ts'
import { freePort } from '../../../test/harness/service/ports.ts'
import { startService } from '../../../test/harness/service/service.ts'

/** A service with the provider of a company, and a browser without pages. */
export const startCompany = async (
  t: TestContext,
  people: Record<string, Person>,
  settings: Record<string, string> = {},
  inToken = false,
) => {
  const port = await freePort()
  const service = await startService(t, {
    settings: {
      QPR_OIDC_ISSUER: `http://127.0.0.1:${port}`,
      QPR_OIDC_CLIENT_ID: client.id,
      QPR_OIDC_CLIENT_SECRET: client.secret,
      ...settings,
    },
  })
  const address = service.config.QPR_BASE_URL
  const provider = await startOidcProvider(t, { port, service: address, people, inToken })
  return {
    service,
    provider,
    address,
    signIn: (who: string, path?: string) => walk(address, who, path),
  }
}

/** Follows redirects from the button to the end, and keeps cookies for each host. */
export const walk = async (address: string, who: string, path = '/signin/company') => {
  const jars = new Map<string, Map<string, string>>()
  let url = `${address}${path}`
  const visited: string[] = []
  for (let steps = 0; steps < 12; steps++) {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    visited.push(url)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie) || value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    if (location !== null && new URL(location, url).pathname !== '/studio') {
      url = new URL(location, url).href
      continue
    }
    if (new URL(url).pathname.startsWith('/interaction/')) {
      url = `${url}?who=${who}`
      continue
    }
    const session = jars.get(address)?.get('qpr_session')
    return {
      status: response.status,
      text,
      location,
      visited,
      Cookie: session === undefined ? null : `qpr_session=${session}`,
    }
  }
  return assert.fail(`The sign-in does not end: ${visited.join(' ')}`)
}
