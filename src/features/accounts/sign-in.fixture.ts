import type { TestContext } from 'node:test'
import type { Organizations } from '../../../test/harness/data/given.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { fakeClock, startService } from '../../../test/harness/service/service.ts'

export const owner = 'owner@localhost'
export const stranger = 'stranger@example.com'

/** A service with a mailbox, and the steps of signing in. */
export const startSignIn = async (t: TestContext, settings = {}) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings })
  const mailbox = await openMailbox(t, service)
  const ask = (email: string, headers = {}) =>
    service.post('/signin', undefined, {
      key: null,
      rawBody: new URLSearchParams({ email }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'text/html',
        ...headers,
      },
    })
  const open = (path: string, headers = {}) => service.get(path, { key: null, headers })
  const press = (path: string, headers = {}) =>
    service.post(path, undefined, { key: null, headers })
  const organizationsOf = async (Cookie: string) =>
    await service.get<Organizations>('/v1/organizations', { key: null, headers: { Cookie } })
  return { service, clock, mailbox, ask, open, press, organizationsOf }
}
