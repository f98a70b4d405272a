import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, dayMs } from '../kit/clock.ts'
import { sha256Hex } from '../kit/ids.ts'
import type { Database, Transaction } from '../storage/database.ts'

const validMs = 30 * dayMs

export type Sessions = ReturnType<typeof createSessions>

/** Sessions of the browser: the cookie holds a random token, the database its hash. */
export const createSessions = (database: Database, clock: Clock, https: boolean) => {
  // __Host- ties the cookie to this host over https; a browser refuses it over http.
  const cookieName = https ? '__Host-qpr_session' : 'qpr_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`

  const tokenOf = (request: FastifyRequest): string | undefined => {
    for (const pair of request.headers.cookie?.split(';') ?? []) {
      const [name, value] = pair.split('=')
      if (name?.trim() === cookieName) return value?.trim()
    }
    return undefined
  }

  return {
    tokenOf,

    async open(tx: Transaction, userId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      await tx.db
        .insertInto('sessions')
        .values({
          token_hash: sha256Hex(token),
          user_id: userId,
          created_at: now,
          expires_at: now + validMs,
        })
        .execute()
      return token
    },

    async end(tx: Transaction, token: string) {
      await tx.db.deleteFrom('sessions').where('token_hash', '=', sha256Hex(token)).execute()
    },

    /** The user behind a session, or undefined. */
    async find(token: string) {
      return await database.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['users.id', 'users.email', 'users.default_organization_id'])
        .where('sessions.token_hash', '=', sha256Hex(token))
        .where('sessions.expires_at', '>', clock.now())
        .executeTakeFirst()
    },

    setCookie(reply: FastifyReply, token: string) {
      reply.header('Set-Cookie', `${cookieName}=${token}; Max-Age=${validMs / 1000}; ${attributes}`)
    },
    clearCookie(reply: FastifyReply) {
      reply.header('Set-Cookie', `${cookieName}=; Max-Age=0; ${attributes}`)
    },
  }
}
