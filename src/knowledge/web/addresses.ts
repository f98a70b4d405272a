import { invalidUrl } from '../sources/sources.problems.ts'

/** Keeps the service out of its own network, as for webhooks. */
export interface Guard {
  refusal(url: URL, owner?: string): Promise<string | null>
  addresses(hostname: string, owner?: string): Promise<{ address: string; family: 4 | 6 }[]>
}

export type Addresses = ReturnType<typeof createAddresses>

/** Checks the addresses that owners enter. */
export const createAddresses = (guard: Guard) => ({
  async check(text: string, organizationId: string): Promise<URL> {
    const url = URL.parse(text.trim())
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw invalidUrl('url must be an http or https address, such as https://example.com/help.')
    }
    if (url.username !== '' || url.password !== '') {
      throw invalidUrl('url must not contain a user name or password.')
    }
    const refusal = await guard.refusal(url, organizationId)
    if (refusal !== null) throw invalidUrl(refusal)
    url.hash = ''
    return url
  },
})
