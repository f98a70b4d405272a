import { installKey } from '../features/accounts/keys.ts'
import { createSignInLink } from '../features/accounts/sign-ins.ts'
import { createUser } from '../features/organizations/users.ts'
import { runUnaudited } from '../platform/change.ts'
import type { Service } from '../platform/context.ts'
import type { Logger } from '../platform/kit/log.ts'
import type { Config } from '../service/config/config.ts'
import { claimFirstStart, isInstalledKey } from '../service/installation.ts'

/** Values that only the first start shows. */
export interface FirstStart {
  /** Null when the operator chose the key. */
  madeKey: string | null
  signInLink: string
}

/** Creates the first user, the default organization and the first key in an empty database. */
export const install = async (
  service: Service,
  config: Config,
  log: Logger,
): Promise<FirstStart | null> => {
  const chosen = config.QPR_API_KEY ?? undefined
  const { database } = service
  const first = await runUnaudited(service, async (change) => {
    if (!(await claimFirstStart(change.db, database.clock.now()))) return null
    const user = await createUser(change, config.QPR_OWNER_EMAIL)
    const { key } = await installKey(change, user.id, 'First key', chosen)
    const signInLink = await createSignInLink(change, user.email)
    return { madeKey: chosen === undefined ? key : null, signInLink }
  })
  if (!first && chosen !== undefined && !(await isInstalledKey(database.db, chosen))) {
    log.warn(
      'QPR_API_KEY is not a key of this database: it is installed only at the first start. ' +
        'Create a key with: qpr keys create',
    )
  }
  return first
}
