import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runChange } from '../../platform/change.ts'
import { readContext } from '../../platform/context.ts'
import { cookieOf, setCookie } from '../../platform/http/callers/cookies.ts'
import { byPage } from '../../platform/http/cause.ts'
import { languageOf } from '../../platform/http/output/page.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import {
  attemptMs,
  beginCompanySignIn,
  finishCompanySignIn,
  logoutByProvider,
  signInWithCompany,
} from './company.ts'
import { nextPath } from './next.ts'
import { openSession, setSessionCookie } from './sessions.ts'

/** The way to the provider and back. The account pages register it, with their error pages. */
export const companyPages = (app: FastifyInstance) => {
  const { service } = app
  const { basePath, https } = service.address
  const context = readContext(service, null)
  const cookieName = https ? '__Host-qpr_signin' : 'qpr_signin'
  const setTicket = (reply: FastifyReply, ticket: string, maxAgeSeconds: number) =>
    setCookie(reply, cookieName, ticket, { https, maxAgeSeconds })

  app.get('/signin/company', async (request, reply) => {
    const { url, ticket } = await beginCompanySignIn(context, nextPath(request.query))
    return setTicket(reply, ticket, attemptMs / secondMs).redirect(url, 303)
  })

  app.get('/signin/company/callback', async (request, reply) => {
    const [, query = ''] = request.url.split('?')
    const ticket = cookieOf(request, cookieName) ?? ''
    const { claims, next } = await finishCompanySignIn(context, query, ticket)
    const { token } = await runChange(
      service,
      null,
      byPage(service, request, 'signInWithCompany'),
      async (change) => {
        const user = await signInWithCompany(change, claims, next)
        const token = await openSession(change, user.userId, {
          userAgent: request.headers['user-agent'],
          language: languageOf(request),
          providerSession: claims.session,
        })
        return { ...user, token }
      },
    )
    setTicket(reply, '', 0)
    setSessionCookie(service, reply, token)
    return reply.redirect(basePath + (next ?? '/studio'), 303)
  })

  // Called by the provider itself.
  app.post('/signin/company/logout', async (request: FastifyRequest, reply) => {
    const { logout_token } = (request.body ?? {}) as { logout_token?: unknown }
    await logoutByProvider(service, typeof logout_token === 'string' ? logout_token : '')
    return reply.header('Cache-Control', 'no-store').code(200).send()
  })
}
