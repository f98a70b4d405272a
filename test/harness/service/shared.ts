import { afterFile } from '../../runner/tests.ts'
import { entryOf, type Service, startService as startOwnService } from './service.ts'

/** The service of the test file that runs now. */
let shared: Promise<Service> | undefined
let accounts = 0

/**
 * A service with an account of this test alone: its own owner, default organization and key. The
 * tests of a file share the service itself, because a start takes 40 ms of processor time. For files
 * that use only the API: tests that read the database, the folder or mails start their own service,
 * and so does a test with settings, a clock or a log of its own.
 */
export const startService: typeof startOwnService = async (t, options) => {
  if (options) return await startOwnService(t, options)
  shared ??= startShared()
  const service = await shared
  accounts += 1
  const mark = `-${accounts}`
  const { users, keys } = service.rules
  const { key } = await service.database.transaction(async (tx) => {
    const user = await users.create(tx, `owner${mark}@example.com`)
    return await keys.install(tx, user.id, 'First key')
  })
  return { ...service, ...entryOf(service, key, mark) }
}

const startShared = () => {
  afterFile(() => {
    shared = undefined
  })
  return startOwnService({ after: afterFile })
}

export type { Service } from './service.ts'
export { fakeClock } from './service.ts'
export { startOwnService }
