import type { FastifyInstance, FastifyRequest } from 'fastify'
import { offerCookie, requireCookies } from '../../platform/http/callers/cookie-check.ts'
import { refuseForeignOrigin, requireOwnOrigin } from '../../platform/http/callers/origin.ts'
import { acceptForms } from '../../platform/http/input/body.ts'
import {
  answerErrorsAsPages,
  languageOf,
  type PageLanguage,
  sendPage,
} from '../../platform/http/output/page.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { html } from '../../platform/kit/html.ts'
import type { Database } from '../../platform/store/database.ts'
import { isEmail } from '../../platform/text/email.ts'
import type { Recorder } from '../audit/recorder.ts'
import { companyPages } from './company.pages.ts'
import type { Company } from './company.ts'
import { nextPath } from './next.ts'
import { pageWords } from './pages.words.ts'
import type { Sessions } from './sessions.ts'
import type { SignIns } from './sign-ins.ts'

interface Options {
  database: Database
  sessions: Sessions
  signIns: SignIns
  origin: string
  /** The path of the public address, such as a proxy's prefix; otherwise empty. */
  basePath: string
  /** Whether mails leave this machine. Without SMTP they are files that only the operator sees. */
  sendsMail: boolean
  byMail: boolean
  /** Null: users sign in by mail only. */
  company: { company: Company; name: string } | null
  recorder: Pick<Recorder, 'during' | 'originOf'>
  https: boolean
  /** The organizations of the signed-in user. */
  organizationsOf: (userId: string) => Promise<{ name: string; role: string }[]>
}

/** The plain pages for signing in. They need no JavaScript. */
export const accountPages = (options: Options) => {
  const { database, sessions, signIns, origin, basePath, sendsMail, organizationsOf } = options
  const { byMail, company } = options
  return async (app: FastifyInstance) => {
    acceptForms(app)
    answerErrorsAsPages(app, basePath)
    app.addHook('preHandler', async (request) => refuseForeignOrigin(request, origin))

    if (company) companyPages(app, { ...options, ...company })

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
      const form = html`<form method="post">
<label for="email">${address}</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
<button>${send}</button>
</form>`
      const mailForm = sendsMail
        ? html`<p>${text}</p>${form}`
        : html`${withoutMail(language)}<p>${pageWords[language].noMail.orFile}</p>${form}`
      const body = html`${company ? withCompany(language, company.name, request) : ''}${byMail ? mailForm : ''}`
      return sendPage(reply, { language, title, body })
    })

    app.post('/signin', async (request, reply) => {
      const language = languageOf(request)
      if (!byMail) throw notByMail()
      const email = formField(request.body, 'email')
      if (!isEmail(email)) {
        throw invalidField('/email', 'invalid_format', pageWords[language].invalidAddress)
      }
      await database.transaction((tx) => signIns.request(tx, email, nextPath(request.query)))
      const { title, text, open } = pageWords[language].sent
      if (!sendsMail) {
        const { written } = pageWords[language].noMail
        const body = html`<p>${written.text(email)}</p>${withoutMail(language)}`
        return sendPage(reply, { language, title: written.title, body })
      }
      const body = html`<p>${text(email)}</p><p class="muted">${open}</p>`
      return sendPage(reply, { language, title, body })
    })

    app.get<{ Params: { token: string } }>('/signin/:token', async (request, reply) => {
      const language = languageOf(request)
      const { email } = await signIns.look(request.params.token)
      const { title, text, press } = pageWords[language].confirm
      const body = html`<p>${text(email)}</p><form method="post"><button>${press}</button></form>`
      return sendPage(offerCookie(reply), { language, title, body })
    })

    app.post<{ Params: { token: string } }>('/signin/:token', async (request, reply) => {
      requireCookies(request)
      const token = await database.transaction(async (tx) => {
        const user = await signIns.use(tx, request.params.token)
        return sessions.open(tx, user.id, {
          userAgent: request.headers['user-agent'],
          language: languageOf(request),
        })
      })
      sessions.setCookie(reply, token)
      return reply.redirect(basePath + (nextPath(request.query) ?? '/studio'), 303)
    })

    app.get('/account', async (request, reply) => {
      const token = sessions.tokenOf(request)
      const user = token ? await sessions.find(token) : undefined
      if (!user) return reply.redirect(`${basePath}/signin`, 303)
      const language = languageOf(request)
      const { title, text, studio, reference, signOut } = pageWords[language].account
      const memberships = await organizationsOf(user.id)
      const body = html`<p>${text(user.email)}</p>
<ul>${memberships.map(({ name, role }) => html`<li><span>${name}</span><span class="muted">${role}</span></li>`)}</ul>
<p><a class="button" href="${basePath}/studio">${studio}</a></p>
<p><a href="${basePath}/docs">${reference}</a></p>
<form method="post" action="${basePath}/signout"><button class="plain">${signOut}</button></form>`
      return sendPage(reply, { language, title, body })
    })

    app.post('/signout', async (request, reply) => {
      const token = sessions.tokenOf(request)
      if (token) {
        // Only the cookie authorizes this request, so check the origin as the API does.
        requireOwnOrigin(request, origin)
        await database.transaction((tx) => sessions.end(tx, token))
      }
      sessions.clearCookie(reply)
      return reply.redirect(`${basePath}/signin`, 303)
    })
  }

  /** The button that leads to the provider, and back to the page that the user wanted. */
  function withCompany(language: PageLanguage, name: string, request: FastifyRequest) {
    const next = nextPath(request.query)
    const query = next === null ? '' : `?next=${encodeURIComponent(next)}`
    const { go, or } = pageWords[language].company
    return html`<p><a class="button" href="${basePath}/signin/company${query}">${go(name)}</a></p>
${byMail ? html`<p class="muted">${or}</p>` : ''}`
  }
}

const notByMail = () =>
  problem(403, 'sign_in_by_mail_off', 'This service does not send sign-in links.', {
    inGerman: 'Dieser Dienst verschickt keine Anmeldelinks.',
  })

/** How to get in while no mail is sent. */
const withoutMail = (language: PageLanguage) => {
  const { command, forOthers } = pageWords[language].noMail
  return html`<p>${command}</p><pre>npx qpr signin</pre><p class="muted">${forOthers}</p>`
}

const formField = (body: unknown, name: string): string => {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}
