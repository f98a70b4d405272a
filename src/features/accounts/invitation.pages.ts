import type { FastifyInstance } from 'fastify'
import type { OwnerLanguage } from '#contract/languages.ts'
import { runChange } from '../../platform/change.ts'
import { readContext } from '../../platform/context.ts'
import { offerCookie, requireCookies } from '../../platform/http/callers/cookies.ts'
import { byPage } from '../../platform/http/cause.ts'
import { languageOf, sendPage } from '../../platform/http/output/page.ts'
import { html } from '../../platform/kit/html.ts'
import { acceptInvitation, previewInvitation } from '../organizations/invitations.ts'
import { findSignedInUser, openSession, setSessionCookie } from './sessions.ts'

const en = {
  title: (organization: string) => `Join ${organization}`,
  text: (email: string, role: string) => `${email} is invited to join as ${role}.`,
  accept: 'Accept the invitation',
  other: (invited: string, signedInAs: string) =>
    `This invitation is for ${invited}, and you are signed in as ${signedInAs}. ` +
    'Sign out, then open the link again.',
  signOut: 'Sign out',
  known: (email: string) => `Sign in as ${email} to accept.`,
  or: 'You have an account here already?',
  signIn: 'Sign in',
  roles: { owner: 'an owner', admin: 'an admin', editor: 'an editor', viewer: 'a viewer' },
}

const de: typeof en = {
  title: (organization) => `${organization} beitreten`,
  text: (email, role) => `${email} ist eingeladen, als ${role} beizutreten.`,
  accept: 'Einladung annehmen',
  other: (invited, signedInAs) =>
    `Diese Einladung gilt für ${invited}, und Sie sind als ${signedInAs} angemeldet. ` +
    'Melden Sie sich ab und öffnen Sie den Link noch einmal.',
  signOut: 'Abmelden',
  known: (email) => `Melden Sie sich als ${email} an, um anzunehmen.`,
  or: 'Sie haben hier schon ein Konto?',
  signIn: 'Anmelden',
  roles: {
    owner: 'Inhaber (owner)',
    admin: 'Verwalter (admin)',
    editor: 'Redakteur (editor)',
    viewer: 'Leser (viewer)',
  },
}

const fr: typeof en = {
  title: (organization) => `Rejoindre ${organization}`,
  text: (email, role) => `${email} est invité à rejoindre l’organisation comme ${role}.`,
  accept: 'Accepter l’invitation',
  other: (invited, signedInAs) =>
    `Cette invitation est pour ${invited}, et vous êtes connecté en tant que ${signedInAs}. ` +
    'Déconnectez-vous, puis ouvrez à nouveau le lien.',
  signOut: 'Se déconnecter',
  known: (email) => `Connectez-vous en tant que ${email} pour accepter.`,
  or: 'Vous avez déjà un compte ici ?',
  signIn: 'Se connecter',
  roles: {
    owner: 'propriétaire',
    admin: 'administrateur',
    editor: 'éditeur',
    viewer: 'lecteur',
  },
}

const es: typeof en = {
  title: (organization) => `Unirse a ${organization}`,
  text: (email, role) => `${email} tiene una invitación para unirse como ${role}.`,
  accept: 'Aceptar la invitación',
  other: (invited, signedInAs) =>
    `Esta invitación es para ${invited}, y ha iniciado sesión como ${signedInAs}. ` +
    'Cierre la sesión y vuelva a abrir el enlace.',
  signOut: 'Cerrar sesión',
  known: (email) => `Inicie sesión como ${email} para aceptar.`,
  or: '¿Ya tiene una cuenta aquí?',
  signIn: 'Iniciar sesión',
  roles: { owner: 'propietario', admin: 'administrador', editor: 'editor', viewer: 'lector' },
}

const it: typeof en = {
  title: (organization) => `Unirsi a ${organization}`,
  text: (email, role) => `${email} ha un invito a unirsi come ${role}.`,
  accept: 'Accetta l’invito',
  other: (invited, signedInAs) =>
    `Questo invito è per ${invited}, e l’accesso è come ${signedInAs}. ` +
    'Esca e apra di nuovo il link.',
  signOut: 'Esci',
  known: (email) => `Acceda come ${email} per accettare.`,
  or: 'Ha già un account qui?',
  signIn: 'Accedi',
  roles: {
    owner: 'proprietario',
    admin: 'amministratore',
    editor: 'redattore',
    viewer: 'lettore',
  },
}

const words: Record<OwnerLanguage, typeof en> = { en, de, fr, es, it }

/**
 * Opening the link shows a button, and only pressing it accepts, because mail scanners open links
 * too. The account pages register it.
 */
export const invitationPages = (app: FastifyInstance) => {
  const { service } = app
  const { basePath } = service.address
  const context = readContext(service, null)

  app.get<{ Params: { token: string } }>('/invitations/:token', async (request, reply) => {
    const invitation = await previewInvitation(context, request.params.token)
    const user = await findSignedInUser(context, request)
    const language = languageOf(request)
    const { title, text, accept, other, signOut, known, or, signIn, roles } = words[language]
    const { email, role, userId, entry } = invitation
    const next = encodeURIComponent(`/invitations/${request.params.token}`)
    const asked = html`<p>${text(email, roles[role])}</p>`
    const body =
      user && user.id !== userId
        ? html`<p role="alert">${other(email, user.email)}</p>
<form method="post" action="${basePath}/signout"><button class="plain">${signOut}</button></form>`
        : entry === 'signIn' && !user
          ? html`${asked}<p>${known(email)}</p>
<p><a class="button" href="${basePath}/signin?next=${next}">${signIn}</a></p>`
          : html`${asked}<form method="post"><button>${accept}</button></form>
${entry === 'either' && !user ? html`<p class="muted">${or} <a href="${basePath}/signin?next=${next}">${signIn}</a></p>` : ''}`
    return sendPage(offerCookie(reply), {
      language,
      title: title(invitation.organizationName),
      body,
    })
  })

  app.post<{ Params: { token: string } }>('/invitations/:token', async (request, reply) => {
    requireCookies(request)
    const user = await findSignedInUser(context, request)
    const { token } = await runChange(
      service,
      null,
      byPage(service, request, 'acceptInvitation'),
      async (change) => {
        const accepted = await acceptInvitation(change, request.params.token, user ?? null)
        const token = accepted.opensSession
          ? await openSession(change, accepted.userId, request)
          : null
        return { ...accepted, token }
      },
    )
    if (token !== null) setSessionCookie(service, reply, token)
    return reply.redirect(`${basePath}/studio`, 303)
  })
}
