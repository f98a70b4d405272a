import { installKey } from '../../../src/features/accounts/keys.ts'
import { createUser } from '../../../src/features/organizations/users.ts'
import type { Clock } from '../../../src/platform/kit/clock.ts'
import type { Environment } from '../../../src/service/config/config.ts'
import { afterFile } from '../../runner/after-file.ts'
import {
  entryOf,
  ownerOf,
  type Service,
  type ServiceOptions,
  startService as startOwnService,
} from './service.ts'

interface Shared {
  readonly service: Promise<Service>
  /** The clock of the test that runs now; without one, that of the database. */
  clock?: Clock | undefined
}

interface Options extends Omit<ServiceOptions, 'clock'> {
  clock?: Clock
}

/** The services of the test file that runs now, by their settings and kind of clock. */
const services = new Map<string, Shared>()
let accounts = 0

/**
 * A service with an account of this test alone: its own owner, default organization and key. The
 * tests of a file that have the same settings share the service itself, because a start takes 60 ms of
 * processor time. Each test may have its own clock. For files that use only the API: tests that read
 * the database, the folder or mails start their own service, and so does a test with a log.
 */
export const startService = async (
  t: Parameters<typeof startOwnService>[0],
  { clock, settings = {}, log }: Options = {},
): Promise<Service> => {
  if (log) return await startOwnService(t, { ...(clock && { clock }), settings, log })
  const service = await serviceWith(settings, clock)
  accounts += 1
  const mark = `-${accounts}`
  const { key } = await service.runOwnChange(async (change) => {
    const user = await createUser(change, ownerOf(mark))
    return await installKey(change, user.id, 'First key')
  })
  return { ...service, ...entryOf(service, key, mark) }
}

const serviceWith = (settings: Environment, clock: Clock | undefined): Promise<Service> => {
  const name = JSON.stringify({ settings, hasClock: clock !== undefined })
  const known = services.get(name)
  // The clock of a service never goes back.
  const isUsable = known && (!clock || !known.clock || known.clock.now() <= clock.now())
  const shared = isUsable ? known : startShared(name, settings)
  shared.clock = clock
  return shared.service
}

const startShared = (name: string, settings: Environment): Shared => {
  if (services.size === 0) afterFile(() => services.clear())
  const clock = (ofDatabase: Clock): Clock => ({ now: () => (shared.clock ?? ofDatabase).now() })
  const shared: Shared = { service: startOwnService({ after: afterFile }, { settings, clock }) }
  services.set(name, shared)
  return shared
}

export type { Service } from './service.ts'
export { fakeClock } from './service.ts'
export { startOwnService }
