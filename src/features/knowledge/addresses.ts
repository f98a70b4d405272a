import type { TargetGuard } from '../../platform/kit/target-guard.ts'
import { invalidUrl } from './sources.problems.ts'

export type Addresses = ReturnType<typeof createAddresses>

/** Checks the addresses that owners enter. */
export const createAddresses = (guard: TargetGuard) => ({
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
