import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerLanguage } from '#contract/languages.ts'
import { runUnaudited } from '../../platform/change.ts'
import { readContext } from '../../platform/context.ts'
import { acceptForms } from '../../platform/http/input/body.ts'
import { answerErrorsAsPages, languageOf, sendPage } from '../../platform/http/output/page.ts'
import { type Html, html } from '../../platform/kit/html.ts'
import { findLinkedMember, readUnsubscribeToken, unsubscribe } from './notifications.ts'

const en = {
  ask: 'Unsubscribe?',
  kinds: {
    webhook_failing: (name: string) => `You get mails when a webhook of ${name} fails.`,
    plan_limit: (name: string) => `You get mails when ${name} is close to a limit of its plan.`,
    bad_rating: (name: string) => `You get mails about bad ratings for ${name}.`,
    handoff: (name: string) => `You get mails about visitors of ${name} who wait for a person.`,
    unanswered_question: (name: string) => `You get mails about unanswered questions for ${name}.`,
    summary: (name: string) => `You get a regular summary of ${name}.`,
  },
  press: 'Unsubscribe',
  done: 'Unsubscribed',
  doneText: 'You no longer get these mails. You can switch them on again in the Studio.',
  used: 'Already unsubscribed',
  usedText:
    'This link has been used, or the notification was changed since. The Studio shows what you get.',
  settings: 'Open notifications',
}

const de: typeof en = {
  ask: 'Abbestellen?',
  kinds: {
    webhook_failing: (name) => `Sie erhalten Mails, wenn ein Webhook von ${name} fehlschlägt.`,
    plan_limit: (name) => `Sie erhalten Mails, wenn ${name} eine Grenze des Tarifs fast erreicht.`,
    bad_rating: (name) => `Sie erhalten Mails über schlechte Bewertungen für ${name}.`,
    handoff: (name) => `Sie erhalten Mails über Besucher von ${name}, die auf eine Person warten.`,
    unanswered_question: (name) => `Sie erhalten Mails über unbeantwortete Fragen für ${name}.`,
    summary: (name) => `Sie erhalten regelmäßig eine Zusammenfassung von ${name}.`,
  },
  press: 'Abbestellen',
  done: 'Abbestellt',
  doneText: 'Sie erhalten diese Mails nicht mehr. Im Studio können Sie sie wieder einschalten.',
  used: 'Schon abbestellt',
  usedText:
    'Dieser Link wurde schon benutzt, oder die Benachrichtigung wurde inzwischen geändert. Das Studio zeigt, was Sie erhalten.',
  settings: 'Benachrichtigungen öffnen',
}

const fr: typeof en = {
  ask: 'Ne plus recevoir ces e-mails ?',
  kinds: {
    webhook_failing: (name) => `Vous recevez un e-mail quand un webhook de ${name} échoue.`,
    plan_limit: (name) =>
      `Vous recevez un e-mail quand ${name} approche d’une limite de sa formule.`,
    handoff: (name) =>
      `Vous recevez des e-mails sur les visiteurs de ${name} qui attendent une personne.`,
    unanswered_question: (name) =>
      `Vous recevez des e-mails sur les questions sans réponse pour ${name}.`,
    bad_rating: (name) => `Vous recevez des e-mails sur les mauvais avis pour ${name}.`,
    summary: (name) => `Vous recevez régulièrement un résumé de ${name}.`,
  },
  press: 'Se désabonner',
  done: 'C’est fait',
  doneText: 'Vous ne recevez plus ces e-mails. Vous pouvez les réactiver dans le Studio.',
  used: 'Déjà désabonné',
  usedText:
    'Ce lien a été utilisé, ou la notification a changé depuis. Le Studio montre ce que vous recevez.',
  settings: 'Ouvrir les notifications',
}

const es: typeof en = {
  ask: '¿Dejar de recibir estos correos?',
  kinds: {
    webhook_failing: (name) => `Recibe correos cuando falla un webhook de ${name}.`,
    plan_limit: (name) => `Recibe correos cuando ${name} se acerca a un límite de su plan.`,
    handoff: (name) => `Recibe correos sobre los visitantes de ${name} que esperan a una persona.`,
    unanswered_question: (name) => `Recibe correos sobre las preguntas sin respuesta de ${name}.`,
    bad_rating: (name) => `Recibe correos sobre las malas valoraciones de ${name}.`,
    summary: (name) => `Recibe un resumen periódico de ${name}.`,
  },
  press: 'Dejar de recibirlos',
  done: 'Hecho',
  doneText: 'Ya no recibe estos correos. Puede volver a activarlos en el Studio.',
  used: 'Ya estaba desactivado',
  usedText:
    'Este enlace ya se ha usado, o la notificación ha cambiado desde entonces. El Studio muestra lo que recibe.',
  settings: 'Abrir las notificaciones',
}

const it: typeof en = {
  ask: 'Non ricevere più queste e-mail?',
  kinds: {
    webhook_failing: (name) => `Riceve e-mail quando un webhook di ${name} non riesce.`,
    plan_limit: (name) => `Riceve e-mail quando ${name} si avvicina a un limite del piano.`,
    handoff: (name) => `Riceve e-mail sui visitatori di ${name} che aspettano una persona.`,
    unanswered_question: (name) => `Riceve e-mail sulle domande senza risposta per ${name}.`,
    bad_rating: (name) => `Riceve e-mail sulle cattive valutazioni per ${name}.`,
    summary: (name) => `Riceve regolarmente un riepilogo di ${name}.`,
  },
  press: 'Non riceverle più',
  done: 'Fatto',
  doneText: 'Non riceve più queste e-mail. Può riattivarle nello Studio.',
  used: 'Già disattivate',
  usedText:
    'Questo link è stato usato, oppure la notifica è cambiata nel frattempo. Lo Studio mostra che cosa riceve.',
  settings: 'Apri le notifiche',
}

const words: Record<OwnerLanguage, typeof en> = { en, de, fr, es, it }

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

/**
 * Opening the link shows a button, because mail scanners open links too. A POST unsubscribes at
 * once: mail programs send it without a session and without a question (RFC 8058).
 */
export const unsubscribePages = async (app: FastifyInstance) => {
  const { service } = app
  const { basePath } = service.address
  acceptForms(app)
  // Mail programs may send their one field in either form. Only the token counts.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async () => null)
  answerErrorsAsPages(app, basePath)

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    page: keyof typeof en,
    body: Html,
  ) => {
    const language = languageOf(request)
    return sendPage(reply, { language, title: String(words[language][page]), body })
  }

  const showUsed = (request: FastifyRequest, reply: FastifyReply) => {
    const { usedText, settings } = words[languageOf(request)]
    const link = html`<p><a class="button" href="${basePath}/studio">${settings}</a></p>`
    return show(request, reply, 'used', html`<p>${usedText}</p>${link}`)
  }

  app.get('/unsubscribe/:token', async (request: LinkRequest, reply) => {
    const context = readContext(service, null)
    const linked = readUnsubscribeToken(context, request.params.token)
    const member = await findLinkedMember(context, linked)
    if (!member) return showUsed(request, reply)
    const { kinds, press } = words[languageOf(request)]
    const text = kinds[linked.kind](member.organizationName)
    return show(
      request,
      reply,
      'ask',
      html`<p>${text}</p><form method="post"><button>${press}</button></form>`,
    )
  })

  app.post('/unsubscribe/:token', async (request: LinkRequest, reply) => {
    const linked = readUnsubscribeToken({ service }, request.params.token)
    const member = await runUnaudited(service, (change) => unsubscribe(change, linked))
    if (!member) return showUsed(request, reply)
    const { doneText, settings } = words[languageOf(request)]
    const address = `${basePath}/studio/${member.organizationId}/notifications`
    return show(
      request,
      reply,
      'done',
      html`<p>${doneText}</p><p><a class="button" href="${address}">${settings}</a></p>`,
    )
  })
}
