import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OwnerLanguage } from '#contract/languages.ts'
import { runChange } from '../../platform/change.ts'
import { readContext } from '../../platform/context.ts'
import { byPage } from '../../platform/http/cause.ts'
import { languageOf, sendPage } from '../../platform/http/output/page.ts'
import { html } from '../../platform/kit/html.ts'
import { confirmAddressChange, previewAddressChange, undoAddressChange } from './address-changes.ts'
import { clearSessionCookie, findSignedInUser } from './sessions.ts'

const en = {
  confirm: {
    title: 'Confirm your new address',
    text: (from: string, to: string) => `You sign in with ${to} from now on, instead of ${from}.`,
    press: 'Confirm the address',
    signInFirst: (email: string) => `Sign in as ${email} in this browser first.`,
    signIn: 'Sign in',
  },
  undo: {
    title: 'Stop the change of your address',
    text: (from: string, to: string) =>
      `Your account keeps ${from}, and ${to} cannot sign in to it. All browsers are signed out, ` +
      'and all API keys of the account end.',
    press: 'Stop the change',
    done: {
      title: 'The change is stopped',
      text: (email: string) => `All browsers are signed out. Sign in again as ${email}.`,
      signIn: 'Sign in',
    },
  },
}

const de: typeof en = {
  confirm: {
    title: 'Neue Adresse bestätigen',
    text: (from, to) => `Sie melden sich künftig mit ${to} statt mit ${from} an.`,
    press: 'Adresse bestätigen',
    signInFirst: (email) => `Melden Sie sich zuerst in diesem Browser als ${email} an.`,
    signIn: 'Anmelden',
  },
  undo: {
    title: 'Änderung Ihrer Adresse stoppen',
    text: (from, to) =>
      `Ihr Konto behält ${from}, und ${to} kann sich nicht mehr daran anmelden. Alle Browser ` +
      'werden abgemeldet, und alle API-Schlüssel des Kontos enden.',
    press: 'Änderung stoppen',
    done: {
      title: 'Die Änderung ist gestoppt',
      text: (email) => `Alle Browser sind abgemeldet. Melden Sie sich wieder als ${email} an.`,
      signIn: 'Anmelden',
    },
  },
}

const fr: typeof en = {
  confirm: {
    title: 'Confirmer votre nouvelle adresse',
    text: (from, to) => `Vous vous connectez désormais avec ${to} au lieu de ${from}.`,
    press: 'Confirmer l’adresse',
    signInFirst: (email) => `Connectez-vous d’abord dans ce navigateur en tant que ${email}.`,
    signIn: 'Se connecter',
  },
  undo: {
    title: 'Arrêter la modification de votre adresse',
    text: (from, to) =>
      `Votre compte garde ${from}, et ${to} ne peut pas s’y connecter. Tous les navigateurs sont ` +
      'déconnectés, et toutes les clés API du compte prennent fin.',
    press: 'Arrêter la modification',
    done: {
      title: 'La modification est arrêtée',
      text: (email) =>
        `Tous les navigateurs sont déconnectés. Reconnectez-vous en tant que ${email}.`,
      signIn: 'Se connecter',
    },
  },
}

const es: typeof en = {
  confirm: {
    title: 'Confirme su nueva dirección',
    text: (from, to) => `A partir de ahora inicia sesión con ${to} en lugar de ${from}.`,
    press: 'Confirmar la dirección',
    signInFirst: (email) => `Inicie primero sesión en este navegador como ${email}.`,
    signIn: 'Iniciar sesión',
  },
  undo: {
    title: 'Detener el cambio de su dirección',
    text: (from, to) =>
      `Su cuenta conserva ${from}, y ${to} no puede entrar en ella. Se cierra la sesión en todos ` +
      'los navegadores y se pone fin a todas las claves de API de la cuenta.',
    press: 'Detener el cambio',
    done: {
      title: 'El cambio se ha detenido',
      text: (email) =>
        `Se ha cerrado la sesión en todos los navegadores. Vuelva a iniciarla como ${email}.`,
      signIn: 'Iniciar sesión',
    },
  },
}

const it: typeof en = {
  confirm: {
    title: 'Conferma il nuovo indirizzo',
    text: (from, to) => `D’ora in poi accede con ${to} invece che con ${from}.`,
    press: 'Conferma l’indirizzo',
    signInFirst: (email) => `Acceda prima in questo browser come ${email}.`,
    signIn: 'Accedi',
  },
  undo: {
    title: 'Ferma la modifica del suo indirizzo',
    text: (from, to) =>
      `Il suo account mantiene ${from}, e ${to} non può accedervi. Tutti i browser vengono ` +
      'disconnessi, e tutte le chiavi API dell’account terminano.',
    press: 'Ferma la modifica',
    done: {
      title: 'La modifica è fermata',
      text: (email) => `Tutti i browser sono disconnessi. Acceda di nuovo come ${email}.`,
      signIn: 'Accedi',
    },
  },
}

const words: Record<OwnerLanguage, typeof en> = { en, de, fr, es, it }

type WithToken = { Params: { token: string } }

/** The links in the mails about a change of address. The account pages register them. */
export const addressPages = (app: FastifyInstance) => {
  const { service } = app
  const { basePath } = service.address
  const context = readContext(service, null)
  const cause = (request: FastifyRequest, action: string) => byPage(service, request, action)

  app.get<WithToken>('/account/address/confirm/:token', async (request, reply) => {
    const { token } = request.params
    const { user_id, old_email, new_email } = await previewAddressChange(context, 'confirm', token)
    const user = await findSignedInUser(context, request)
    const language = languageOf(request)
    const { title, text, press, signInFirst, signIn } = words[language].confirm
    const next = encodeURIComponent(`/account/address/confirm/${token}`)
    const body =
      user?.id === user_id
        ? html`<p>${text(old_email, new_email)}</p><form method="post"><button>${press}</button></form>`
        : html`<p>${text(old_email, new_email)}</p><p>${signInFirst(old_email)}</p>
<p><a class="button" href="${basePath}/signin?next=${next}">${signIn}</a></p>`
    return sendPage(reply, { language, title, body })
  })

  app.post<WithToken>('/account/address/confirm/:token', async (request, reply) => {
    const user = await findSignedInUser(context, request)
    await runChange(service, null, cause(request, 'confirmAddress'), (change) =>
      confirmAddressChange(change, request.params.token, user ?? null),
    )
    return reply.redirect(`${basePath}/studio/account`, 303)
  })

  app.get<WithToken>('/account/address/undo/:token', async (request, reply) => {
    const { token } = request.params
    const { old_email, new_email } = await previewAddressChange(context, 'undo', token)
    const language = languageOf(request)
    const { title, text, press } = words[language].undo
    const body = html`<p>${text(old_email, new_email)}</p>
<form method="post"><button>${press}</button></form>`
    return sendPage(reply, { language, title, body })
  })

  app.post<WithToken>('/account/address/undo/:token', async (request, reply) => {
    const { email } = await runChange(service, null, cause(request, 'undoAddress'), (change) =>
      undoAddressChange(change, request.params.token),
    )
    const language = languageOf(request)
    const { title, text, signIn } = words[language].undo.done
    clearSessionCookie(service, reply)
    const body = html`<p>${text(email)}</p>
<p><a class="button" href="${basePath}/signin">${signIn}</a></p>`
    return sendPage(reply, { language, title, body })
  })
}
