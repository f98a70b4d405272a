import { createSignInLink } from '../../../src/features/accounts/sign-ins.ts'
import type { Answer } from './client.ts'
import type { Service } from './service.ts'

/** The cookie of a response, as a browser would send it back. */
export const cookieOf = ({ headers }: Answer<unknown>): string => {
  const [cookie = ''] = headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}

/** Signs a user in by a link like that of `qpr signin`. Returns the cookie. */
export const signIn = async (service: Service, email: string): Promise<string> => {
  const link = await service.runOwnChange((change) => createSignInLink(change, email))
  return cookieOf(await service.post(new URL(link).pathname, undefined, { key: null }))
}
