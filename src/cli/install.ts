import type { Logger } from '../platform/kit/log.ts'
import type { Database } from '../platform/store/database.ts'
import type { Config } from '../service/config/config.ts'
import { claimFirstStart, isInstalledKey } from '../service/installation.ts'
import type { Rules } from '../service/slices.ts'

/** Values that only the first start shows. */
export interface FirstStart {
  /** Null when the operator chose the key. */
  madeKey: string | null
  signInLink: string
}

/** Creates the first user, the default organization and the first key in an empty database. */
export const install = async (
  { users, keys, signIns }: Rules,
  database: Database,
  config: Config,
  log: Logger,
): Promise<FirstStart | null> => {
  const chosen = config.QPR_API_KEY ?? undefined
  const first = await database.transaction(async (tx) => {
    if (!(await claimFirstStart(tx.db, database.clock.now()))) return null
    const user = await users.create(tx, config.QPR_OWNER_EMAIL)
    const { key } = await keys.install(tx, user.id, 'First key', chosen)
    const signInLink = await signIns.linkFor(tx, user.email)
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
