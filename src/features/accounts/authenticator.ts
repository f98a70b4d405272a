import { type Actor, type Context, readContext, type Service } from '../../platform/context.ts'
import type { Authenticator } from '../../platform/http/callers/authentication.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { sha256Hex } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import * as keys from './keys.store.ts'
import { findSessionUser } from './sessions.ts'

/** Checks the key or session of every request, and records when it was last used. */
export const createAuthenticator = (service: Service) => {
  const { database, clock, log } = service
  const context = readContext(service, null)
  const keysUsedAt = new Map<string, number>()
  const sessionsUsedAt = new Map<string, number>()

  /** Runs outside the requests, at most once a minute: a read must not become a write. */
  const flush = async () => {
    if (keysUsedAt.size === 0 && sessionsUsedAt.size === 0) return
    const usedKeys = new Map(keysUsedAt)
    const usedSessions = new Map(sessionsUsedAt)
    keysUsedAt.clear()
    sessionsUsedAt.clear()
    try {
      await database.transaction(async ({ db }) => {
        await markUsed(db, 'api_keys', usedKeys)
        await markUsed(db, 'sessions', usedSessions)
      })
    } catch (error) {
      log.warn({ err: error }, 'could not store when keys and sessions were last used')
    }
  }

  const authenticator: Authenticator = {
    async byKey(text) {
      const now = clock.now()
      const keyTextHash = sha256Hex(text)
      const key = await keys.findByText(context.db, keyTextHash, now)
      if (!key) return null
      if (now - (key.last_used_at ?? 0) >= minuteMs) keysUsedAt.set(key.id, now)
      return {
        userId: key.user_id,
        email: key.email,
        defaultOrganizationId: key.default_organization_id,
        keyId: key.id,
        keyName: key.name,
        keyTextHash,
        sessionToken: null,
        sessionId: null,
        organizationId: key.organization_id,
        role: key.role,
        expiresAt: key.expires_at,
      }
    },
    async bySession(token) {
      const user = await findSessionUser(context, token)
      if (!user) return null
      const now = clock.now()
      if (now - (user.last_used_at ?? 0) >= minuteMs) sessionsUsedAt.set(user.session_id, now)
      return { ...actorOfUser(user), sessionToken: token, sessionId: user.session_id }
    },
  }

  return { ...authenticator, flush }
}

const markUsed = async (db: Db, table: 'api_keys' | 'sessions', usedAt: Map<string, number>) => {
  // In id order, so that two processes cannot deadlock.
  for (const id of [...usedAt.keys()].sort()) {
    await db
      .updateTable(table)
      .set({ last_used_at: usedAt.get(id) ?? null })
      .where('id', '=', id)
      .execute()
  }
}

/** Whether the key or session of the actor is still valid, for streams that outlive their request. */
export const isInForce = async (context: Context): Promise<boolean> => {
  const { keyTextHash, sessionToken } = context.actor
  if (sessionToken !== null) return (await findSessionUser(context, sessionToken)) !== undefined
  if (keyTextHash === null) return true
  // By key value, not by id: a rotation ends the former value, while the key stays.
  return (await keys.findByText(context.db, keyTextHash, context.now())) !== undefined
}

/** An actor with all permissions of the user. */
export const actorOfUser = (user: {
  id: string
  email: string
  default_organization_id: string
}): Actor => ({
  userId: user.id,
  email: user.email,
  defaultOrganizationId: user.default_organization_id,
  keyId: null,
  keyName: null,
  keyTextHash: null,
  sessionToken: null,
  sessionId: null,
  organizationId: null,
  role: null,
  expiresAt: null,
})
