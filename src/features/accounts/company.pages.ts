import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '../../platform/http/callers/cookies.ts'
import { languageOf } from '../../platform/http/output/page.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { Database } from '../../platform/store/database.ts'
import type { Recorder } from '../audit/recorder.ts'
import { attemptMs, type Company } from './company.ts'
import { nextPath } from './next.ts'
import type { Sessions } from './sessions.ts'

interface Options {
  database: Database
  company: Company
  sessions: Sessions
  recorder: Pick<Recorder, 'during' | 'originOf'>
  basePath: string
  https: boolean
}

/** The way to the provider and back. The account pages register it, with their error pages. */
export const companyPages = (app: FastifyInstance, options: Options) => {
  const { database, company, sessions, recorder, basePath, https } = options
  const cookieName = https ? '__Host-qpr_signin' : 'qpr_signin'
  const setTicket = (reply: FastifyReply, ticket: string, seconds: number) =>
    reply.header(
      'Set-Cookie',
      // Lax: the provider sends the browser back from another site.
      `${cookieName}=${ticket}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
    )

  app.get('/signin/company', async (request, reply) => {
    const { url, ticket } = await company.begin(nextPath(request.query))
    return setTicket(reply, ticket, attemptMs / secondMs).redirect(url, 303)
  })

  app.get('/signin/company/callback', async (request, reply) => {
    const [, query = ''] = request.url.split('?')
    const { claims, next } = await company.finish(query, cookieOf(request, cookieName) ?? '')
    const token = await database.transaction(async (tx) => {
      const { userId } = await recorder.during(
        tx,
        ({ userId, email }) => ({
          action: 'signInWithCompany',
          via: 'session',
          userId,
          email,
          ...recorder.originOf(request),
        }),
        () => company.signIn(tx, claims, next),
      )
      return await sessions.open(tx, userId, {
        userAgent: request.headers['user-agent'],
        language: languageOf(request),
        providerSession: claims.session,
      })
    })
    setTicket(reply, '', 0)
    sessions.setCookie(reply, token)
    return reply.redirect(basePath + (next ?? '/studio'), 303)
  })

  // Called by the provider itself.
  app.post('/signin/company/logout', async (request: FastifyRequest, reply) => {
    const { logout_token } = (request.body ?? {}) as { logout_token?: unknown }
    await company.logout(typeof logout_token === 'string' ? logout_token : '')
    return reply.header('Cache-Control', 'no-store').code(200).send()
  })
}
