import type { FastifyInstance } from 'fastify'
import type { Sessions } from '../accounts/sessions.ts'
import { acceptForms } from '../http/body.ts'
import { offerCookie, requireCookies } from '../http/cookie-check.ts'
import { refuseForeignOrigin } from '../http/origin.ts'
import { answerErrorsAsPages, languageOf, type PageLanguage, sendPage } from '../http/page.ts'
import { html } from '../kit/html.ts'
import type { Database } from '../storage/database.ts'
import type { Role } from '../storage/tables.ts'
import type { Invitations } from './invitations.ts'

interface Words {
  title: (organization: string) => string
  text: (email: string, role: string) => string
  accept: string
  other: (invited: string, signedInAs: string) => string
  signOut: string
  roles: Record<Role, string>
}

const words: Record<PageLanguage, Words> = {
  en: {
    title: (organization) => `Join ${organization}`,
    text: (email, role) => `${email} is invited to join as ${role}.`,
    accept: 'Accept the invitation',
    other: (invited, signedInAs) =>
      `This invitation is for ${invited}, and you are signed in as ${signedInAs}. ` +
      'Sign out, then open the link again.',
    signOut: 'Sign out',
    roles: { owner: 'an owner', admin: 'an admin', editor: 'an editor', viewer: 'a viewer' },
  },
  de: {
    title: (organization) => `${organization} beitreten`,
    text: (email, role) => `${email} ist eingeladen, als ${role} beizutreten.`,
    accept: 'Einladung annehmen',
    other: (invited, signedInAs) =>
      `Diese Einladung gilt für ${invited}, und Sie sind als ${signedInAs} angemeldet. ` +
      'Melden Sie sich ab und öffnen Sie den Link noch einmal.',
    signOut: 'Abmelden',
    roles: {
      owner: 'Inhaber (owner)',
      admin: 'Verwalter (admin)',
      editor: 'Redakteur (editor)',
      viewer: 'Leser (viewer)',
    },
  },
}

interface Options {
  database: Database
  invitations: Invitations
  sessions: Sessions
  origin: string
  basePath: string
}

/** Opening the link shows a button; only pressing it accepts: mail scanners open links too. */
export const invitationPages =
  ({ database, invitations, sessions, origin, basePath }: Options) =>
  async (app: FastifyInstance) => {
    acceptForms(app)
    answerErrorsAsPages(app, basePath)
    app.addHook('preHandler', async (request) => refuseForeignOrigin(request, origin))

    app.get<{ Params: { token: string } }>('/invitations/:token', async (request, reply) => {
      const invitation = await invitations.look(request.params.token)
      const session = sessions.tokenOf(request)
      const user = session ? await sessions.find(session) : undefined
      const language = languageOf(request)
      const { title, text, accept, other, signOut, roles } = words[language]
      const isOther = user && user.email.toLowerCase() !== invitation.email.toLowerCase()
      const body = isOther
        ? html`<p role="alert">${other(invitation.email, user.email)}</p>
<form method="post" action="${basePath}/signout"><button class="plain">${signOut}</button></form>`
        : html`<p>${text(invitation.email, roles[invitation.role])}</p>
<form method="post"><button>${accept}</button></form>`
      return sendPage(offerCookie(reply), {
        language,
        title: title(invitation.organizationName),
        body,
      })
    })

    app.post<{ Params: { token: string } }>('/invitations/:token', async (request, reply) => {
      requireCookies(request)
      const session = sessions.tokenOf(request)
      const user = session ? await sessions.find(session) : undefined
      const token = await database.transaction(async (tx) => {
        const accepted = await invitations.accept(tx, request.params.token, user?.email ?? null)
        return sessions.open(tx, accepted.user.id, request.headers['user-agent'])
      })
      sessions.setCookie(reply, token)
      return reply.redirect(`${basePath}/studio`, 303)
    })
  }
