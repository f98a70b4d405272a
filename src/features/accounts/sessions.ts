import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { cookieOf } from '../../platform/http/callers/cookies.ts'
import type { CursorQuery } from '../../platform/http/input/cursor.schema.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import type { PageLanguage } from '../../platform/http/output/page.ts'
import { problem } from '../../platform/http/problem.ts'
import { browserOf } from '../../platform/kit/browser.ts'
import { type Clock, dayMs, isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { newId, sha256Hex } from '../../platform/kit/ids.ts'
import type { Database, Transaction } from '../../platform/store/database.ts'
import * as store from './sessions.store.ts'

const validMs = 30 * dayMs
/** The maximum for each user. A new session ends the oldest one. */
const mostSessions = 100

interface Opening {
  userAgent: string | undefined
  language: PageLanguage
  /** The session at the company's provider; absent: signed in by mail. */
  providerSession?: string | null
}

export type Sessions = ReturnType<typeof createSessions>

/** Browser sessions. The cookie holds a random token, the database its hash. */
export const createSessions = (database: Database, clock: Clock, https: boolean) => {
  // __Host- binds the cookie to this host over https. Browsers refuse it over http.
  const cookieName = https ? '__Host-qpr_session' : 'qpr_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`

  const tokenOf = (request: FastifyRequest) => cookieOf(request, cookieName)

  return {
    tokenOf,

    /** `language` is that of the browser. It is the language of mails until the user chooses one. */
    async open(
      tx: Transaction,
      userId: string,
      { userAgent, language, providerSession = null }: Opening,
    ): Promise<string> {
      await store.noteLanguage(tx.db, userId, language)
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      await store.insert(tx.db, {
        token_hash: sha256Hex(token),
        id: newId('ses', now),
        user_id: userId,
        browser: browserOf(userAgent),
        last_used_at: null,
        created_at: now,
        expires_at: now + validMs,
        provider_session: providerSession,
      })
      await store.removeOldest(tx.db, userId, mostSessions)
      return token
    },

    end: (tx: Transaction, token: string) => store.removeByToken(tx.db, sha256Hex(token)),

    /** The user of a session, or undefined. */
    find: (token: string) => store.findUser(database.db, sha256Hex(token), clock.now()),

    /** The sessions of the caller. */
    async list(actor: Actor, query: CursorQuery) {
      const all = isNarrowed(actor)
        ? []
        : await store.listOfUser(database.db, actor.userId, clock.now())
      const like: [number, string] = [0, '']
      const page = openPage({ list: 'sessions', filter: [actor.userId], like }, query)
      const [at, after] = page.after ?? [Number.MAX_SAFE_INTEGER, '']
      const { rows, next } = page.close(
        all.filter((row) => row.created_at < at || (row.created_at === at && row.id < after)),
        (row) => [row.created_at, row.id],
      )
      return {
        ...next,
        sessions: rows.map((row) => ({
          id: row.id,
          browser: row.browser,
          current: row.id === actor.sessionId,
          last_used_at: isoTimeOrNull(row.last_used_at),
          created_at: isoTime(row.created_at),
          expires_at: isoTime(row.expires_at),
        })),
      }
    },

    async revoke(tx: Transaction, actor: Actor, id: string) {
      const isEnded = !isNarrowed(actor) && (await store.remove(tx.db, actor.userId, id))
      if (!isEnded) throw sessionNotFound(id)
    },

    setCookie(reply: FastifyReply, token: string) {
      reply.header('Set-Cookie', `${cookieName}=${token}; Max-Age=${validMs / 1000}; ${attributes}`)
    },
    clearCookie(reply: FastifyReply) {
      reply.header('Set-Cookie', `${cookieName}=; Max-Age=0; ${attributes}`)
    },
  }
}

/** A session has all permissions of its user, so a restricted key must not manage sessions. */
const isNarrowed = ({ organizationId, role, expiresAt }: Actor): boolean =>
  organizationId !== null || role !== null || expiresAt !== null

const sessionNotFound = (id: string) =>
  problem(404, 'session_not_found', `There is no session ${id.slice(0, 100)}.`)
