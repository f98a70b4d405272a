import type { Actor, Authenticator } from '../http/actor.ts'
import { type Clock, minuteMs } from '../kit/clock.ts'
import { sha256Hex } from '../kit/ids.ts'
import type { Logger } from '../kit/log.ts'
import type { Database } from '../storage/database.ts'
import * as keys from './keys.store.ts'
import type { Sessions } from './sessions.ts'

interface AuthenticatorOptions {
  database: Database
  clock: Clock
  log: Logger
  sessions: Sessions
}

/** Reads the key or the session at every request, and notes when a key was last used. */
export const createAuthenticator = ({ database, clock, log, sessions }: AuthenticatorOptions) => {
  const usedAt = new Map<string, number>()

  /** Apart from the requests, and once a minute at most: a read must not become a write. */
  const flush = async () => {
    if (usedAt.size === 0) return
    const batch = new Map(usedAt)
    usedAt.clear()
    try {
      await database.transaction(({ db }) => keys.touch(db, batch))
    } catch (error) {
      log.warn({ err: error }, 'could not note when keys were last used')
    }
  }
  const timer = setInterval(flush, 5000)

  const authenticator: Authenticator = {
    async byKey(text) {
      const now = clock.now()
      const key = await keys.findByText(database.db, sha256Hex(text), now)
      if (!key) return null
      if (now - (key.last_used_at ?? 0) >= minuteMs) usedAt.set(key.id, now)
      return {
        userId: key.user_id,
        email: key.email,
        defaultOrganizationId: key.default_organization_id,
        keyId: key.id,
        sessionToken: null,
        organizationId: key.organization_id,
        role: key.role,
        expiresAt: key.expires_at,
      }
    },
    async bySession(token) {
      const user = await sessions.find(token)
      return user ? { ...actorOfUser(user), sessionToken: token } : null
    },
  }

  return {
    ...authenticator,
    /** For what lasts longer than a request: whether the key or the session has ended since. */
    async isInForce({ keyId, sessionToken }: Actor): Promise<boolean> {
      if (sessionToken !== null) return (await sessions.find(sessionToken)) !== undefined
      if (keyId === null) return true
      const key = await keys.find(database.db, keyId)
      if (!key || key.revoked_at !== null) return false
      return key.expires_at === null || key.expires_at > clock.now()
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Acts as a user, with all that the user may do. */
export const actorOfUser = (user: {
  id: string
  email: string
  default_organization_id: string
}): Actor => ({
  userId: user.id,
  email: user.email,
  defaultOrganizationId: user.default_organization_id,
  keyId: null,
  sessionToken: null,
  organizationId: null,
  role: null,
  expiresAt: null,
})
