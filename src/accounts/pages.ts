import type { FastifyInstance } from 'fastify'
import { offerCookie, requireCookies } from '../http/callers/cookie-check.ts'
import { refuseForeignOrigin, requireOwnOrigin } from '../http/callers/origin.ts'
import { acceptForms } from '../http/input/body.ts'
import { answerErrorsAsPages, languageOf, sendPage } from '../http/output/page.ts'
import { invalidField } from '../http/problem.ts'
import { isEmail } from '../kit/email.ts'
import { html } from '../kit/html.ts'
import type { Database } from '../storage/database.ts'
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
  /** The organizations of the signed-in user. */
  organizationsOf: (userId: string) => Promise<{ name: string; role: string }[]>
}

/** The plain pages for signing in. They need no JavaScript. */
export const accountPages =
  ({ database, sessions, signIns, origin, basePath, organizationsOf }: Options) =>
  async (app: FastifyInstance) => {
    acceptForms(app)
    answerErrorsAsPages(app, basePath)
    app.addHook('preHandler', async (request) => refuseForeignOrigin(request, origin))

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
      const body = html`<p>${text}</p>
<form method="post">
<label for="email">${address}</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
<button>${send}</button>
</form>`
      return sendPage(reply, { language, title, body })
    })

    app.post('/signin', async (request, reply) => {
      const language = languageOf(request)
      const email = formField(request.body, 'email')
      if (!isEmail(email)) {
        throw invalidField('/email', 'invalid_format', pageWords[language].invalidAddress)
      }
      await database.transaction((tx) => signIns.request(tx, email, nextPath(request.query)))
      const { title, text, open } = pageWords[language].sent
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
        return sessions.open(tx, user.id, request.headers['user-agent'])
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

const formField = (body: unknown, name: string): string => {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}
