import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerLanguage } from '#contract/languages.ts'
import { runChange, runUnaudited } from '../../platform/change.ts'
import { readContext, type Service } from '../../platform/context.ts'
import {
  cookieOf,
  offerCookie,
  requireCookies,
  setCookie,
} from '../../platform/http/callers/cookies.ts'
import { refuseForeignOrigin, requireOwnOrigin } from '../../platform/http/callers/origin.ts'
import { byPage } from '../../platform/http/cause.ts'
import { acceptForms } from '../../platform/http/input/body.ts'
import { answerErrorsAsPages, languageOf, sendPage } from '../../platform/http/output/page.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { html } from '../../platform/kit/html.ts'
import { isEmail } from '../../platform/text/email.ts'
import { organizationsOfUser } from '../organizations/organizations.ts'
import { addressPages } from './address.pages.ts'
import {
  attemptMs,
  beginCompanySignIn,
  finishCompanySignIn,
  logoutByProvider,
  signInWithCompany,
} from './company.ts'
import { invitationPages } from './invitation.pages.ts'
import { pageWords } from './pages.words.ts'
import {
  clearSessionCookie,
  endSession,
  findSignedInUser,
  openSession,
  sessionTokenOf,
  setSessionCookie,
} from './sessions.ts'
import { previewSignIn, requestSignIn, signInByLink } from './sign-ins.ts'

/** The plain pages for signing in. They need no JavaScript. */
export const accountPages = async (app: FastifyInstance) => {
  const { service } = app
  const { company } = service
  const { origin, basePath } = service.address
  const { byMail, sendsMail } = service.signIns
  const context = readContext(service, null)
  acceptForms(app)
  answerErrorsAsPages(app, basePath)
  app.addHook('preHandler', async (request) => refuseForeignOrigin(request, origin))

  if (company) companyPages(app)
  addressPages(app)
  invitationPages(app)

  app.get('/', async (request, reply) => {
    const language = languageOf(request)
    const { title, text, reference, studio } = pageWords[language].home
    const body = html`<p>${text}</p>
<p><a class="button" href="${basePath}/studio">${studio}</a></p>
<p><a href="${basePath}/docs">${reference}</a></p>`
    return sendPage(reply, { language, title, body })
  })

  app.get('/signin', async (request, reply) => {
    const language = languageOf(request)
    const { title, text, address, send } = pageWords[language].ask
    const { noMail } = pageWords[language]
    const form = html`<form method="post">
<label for="email">${address}</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
<button>${sendsMail ? send : noMail.ask}</button>
</form>`
    const mailForm = sendsMail
      ? html`<p>${text}</p>${form}`
      : html`<p>${noMail.text}</p>${form}${forOperator(language, noMail.orFile)}`
    const body = html`${company ? companyButton(service, request, company.name) : ''}${byMail ? mailForm : ''}`
    return sendPage(reply, { language, title, body })
  })

  app.post('/signin', async (request, reply) => {
    const language = languageOf(request)
    if (!byMail) throw notByMail()
    const email = formField(request.body, 'email')
    if (!isEmail(email)) {
      throw invalidField('/email', 'invalid_format', pageWords[language].invalidAddress)
    }
    await runUnaudited(service, (change) =>
      requestSignIn(change, email, { next: nextPath(request.query), language }),
    )
    const { title, text, open } = pageWords[language].sent
    if (!sendsMail) {
      const { written } = pageWords[language].noMail
      const body = html`<p>${written.text(email)}</p>${forOperator(language, written.file)}`
      return sendPage(reply, { language, title: written.title, body })
    }
    const body = html`<p>${text(email)}</p><p class="muted">${open}</p>`
    return sendPage(reply, { language, title, body })
  })

  app.get<{ Params: { token: string } }>('/signin/:token', async (request, reply) => {
    const language = languageOf(request)
    const { email } = await previewSignIn(context, request.params.token)
    const { title, text, press } = pageWords[language].confirm
    const body = html`<p>${text(email)}</p><form method="post"><button>${press}</button></form>`
    return sendPage(offerCookie(reply), { language, title, body })
  })

  app.post<{ Params: { token: string } }>('/signin/:token', async (request, reply) => {
    requireCookies(request)
    const token = await runUnaudited(service, async (change) => {
      const user = await signInByLink(change, request.params.token)
      return openSession(change, user.id, request)
    })
    setSessionCookie(service, reply, token)
    return reply.redirect(basePath + (nextPath(request.query) ?? '/studio'), 303)
  })

  app.get('/account', async (request, reply) => {
    const user = await findSignedInUser(context, request)
    if (!user) return reply.redirect(`${basePath}/signin`, 303)
    const language = languageOf(request)
    const { title, text, studio, reference, signOut } = pageWords[language].account
    const memberships = await organizationsOfUser(context.db, user.id)
    const body = html`<p>${text(user.email)}</p>
<ul>${memberships.map(({ name, role }) => html`<li><span>${name}</span><span class="muted">${role}</span></li>`)}</ul>
<p><a class="button" href="${basePath}/studio">${studio}</a></p>
<p><a href="${basePath}/docs">${reference}</a></p>
<form method="post" action="${basePath}/signout"><button class="plain">${signOut}</button></form>`
    return sendPage(reply, { language, title, body })
  })

  app.post('/signout', async (request, reply) => {
    const token = sessionTokenOf(service, request)
    if (token) {
      // Only the cookie authorizes this request, so check the origin as the API does.
      requireOwnOrigin(request, origin)
      await runUnaudited(service, (change) => endSession(change, token))
    }
    clearSessionCookie(service, reply)
    return reply.redirect(`${basePath}/signin`, 303)
  })
}

/** The button that leads to the provider, and back to the page that the user wanted. */
const companyButton = (service: Service, request: FastifyRequest, name: string) => {
  const next = nextPath(request.query)
  const query = next === null ? '' : `?next=${encodeURIComponent(next)}`
  const { go, or } = pageWords[languageOf(request)].company
  return html`<p><a class="button" href="${service.address.basePath}/signin/company${query}">${go(name)}</a></p>
${service.signIns.byMail ? html`<p class="muted">${or}</p>` : ''}`
}

const notByMail = () =>
  problem(403, 'sign_in_by_mail_off', 'This service does not send sign-in links.', {
    translations: {
      de: 'Dieser Dienst verschickt keine Anmeldelinks.',
      fr: 'Ce service n’envoie pas de liens de connexion.',
      es: 'Este servicio no envía enlaces de inicio de sesión.',
      it: 'Questo servizio non invia link di accesso.',
    },
  })

/** How to get in while no mail is sent. */
const forOperator = (language: OwnerLanguage, file: string) => {
  const { how, command, forOthers } = pageWords[language].noMail
  return html`<details><summary>${how}</summary>
<p>${command}</p><pre>npx qpr signin</pre><p class="muted">${forOthers}</p><p>${file}</p></details>`
}

const formField = (body: unknown, name: string): string => {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** The way to the provider and back. The account pages register it, with their error pages. */
const companyPages = (app: FastifyInstance) => {
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
        const token = await openSession(change, user.userId, request, claims.session)
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

/**
 * The page to open after signing in, from `?next=`: a path of the Studio, of an invitation or of a new
 * address. Null for any other value: a sign-in link must not lead to another site.
 */
export const nextPath = (query: unknown): string | null => {
  const { next } = (query ?? {}) as { next?: unknown }
  if (typeof next !== 'string') return null
  // These pages only show a button; opening them changes nothing.
  if (/^\/invitations\/inv_\w{26}\.[\w-]{1,100}$/.test(next)) return next
  if (/^\/account\/address\/confirm\/adr_\w{26}\.[\w-]{1,100}$/.test(next)) return next
  if (!/^\/studio(?=[/?#]|$)/.test(next)) return null
  // Resolved as a browser does: dots are removed, and a backslash counts as a slash.
  const base = 'http://own.invalid'
  const url = URL.canParse(next, base) ? new URL(next, base) : null
  if (url?.origin !== base || !/^\/studio(\/|$)/.test(url.pathname)) return null
  // No path of the Studio has an empty segment, and two slashes could begin the name of another
  // site.
  if (url.pathname.includes('//')) return null
  return url.pathname + url.search + url.hash
}
