import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Change, Context, Service } from '../../platform/context.ts'
import { cookieOf, setCookie } from '../../platform/http/callers/cookies.ts'
import { browserOf } from '../../platform/http/cause.ts'
import { type CursorQuery, openPage } from '../../platform/http/input/cursor.ts'
import { languageOf } from '../../platform/http/output/page.ts'
import { problem } from '../../platform/http/problem.ts'
import { dayMs, isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { newId, sha256Hex } from '../../platform/kit/ids.ts'
import * as store from './sessions.store.ts'

const validMs = 30 * dayMs
/** The maximum for each user. A new session ends the oldest one. */
const maxSessions = 100

/**
 * Opens a session of the browser that sends the request. The cookie holds the returned token, the
 * database its hash. `providerSession` is the session at the company's provider; null: signed in by
 * mail.
 */
export const openSession = async (
  change: Change<unknown>,
  userId: string,
  request: FastifyRequest,
  providerSession: string | null = null,
): Promise<string> => {
  const { db } = change
  // Mails use the language of the browser until the user chooses one.
  await store.setLanguage(db, userId, languageOf(request))
  const token = randomBytes(32).toString('base64url')
  const now = change.now()
  await store.insert(db, {
    token_hash: sha256Hex(token),
    id: newId('ses', now),
    user_id: userId,
    browser: browserOf(request.headers['user-agent']),
    last_used_at: null,
    created_at: now,
    expires_at: now + validMs,
    provider_session: providerSession,
  })
  await store.removeOldest(db, userId, maxSessions)
  return token
}

export const endSession = ({ db }: Change<unknown>, token: string) =>
  store.removeByToken(db, sha256Hex(token))

/** The user of a session, or undefined. */
export const findSessionUser = (context: Context<unknown>, token: string) =>
  store.findUser(context.db, sha256Hex(token), context.now())

/** The user of the session of a request, or undefined. */
export const findSignedInUser = async (context: Context<unknown>, request: FastifyRequest) => {
  const token = sessionTokenOf(context.service, request)
  return token ? await findSessionUser(context, token) : undefined
}

/** The sessions of the caller. */
export const listSessions = async (context: Context, query: CursorQuery) => {
  const { db, actor } = context
  const all = isNarrowed(actor) ? [] : await store.listOfUser(db, actor.userId, context.now())
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
}

export const revokeSession = async ({ db, actor }: Change, id: string) => {
  const isEnded = !isNarrowed(actor) && (await store.remove(db, actor.userId, id))
  if (!isEnded) throw sessionNotFound(id)
}

// __Host- binds the cookie to this host over https. Browsers refuse it over http.
const cookieName = ({ address }: Service) => (address.https ? '__Host-qpr_session' : 'qpr_session')

export const sessionTokenOf = (service: Service, request: FastifyRequest) =>
  cookieOf(request, cookieName(service))

export const setSessionCookie = (service: Service, reply: FastifyReply, token: string) =>
  setToken(service, reply, token, validMs / 1000)

export const clearSessionCookie = (service: Service, reply: FastifyReply) =>
  setToken(service, reply, '', 0)

const setToken = (service: Service, reply: FastifyReply, token: string, maxAgeSeconds: number) =>
  setCookie(reply, cookieName(service), token, { https: service.address.https, maxAgeSeconds })

/** A session has all permissions of its user, so a restricted key must not manage sessions. */
export const isNarrowed = ({ organizationId, role, expiresAt }: Actor): boolean =>
  organizationId !== null || role !== null || expiresAt !== null

const sessionNotFound = (id: string) =>
  problem(404, 'session_not_found', `There is no session ${id.slice(0, 100)}.`)
