import type { OwnerLanguage } from '#contract/languages.ts'
import {
  layOutMail,
  type MailBrand,
  type MailChoice,
  type MailMessage,
  nameOnOneLine,
  readableTime,
} from '../../platform/mail/layout.ts'
import type { ForReader } from '../../platform/mail/mail.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    webhookFailing: FailingWebhook
    webhookDeactivated: FailingWebhook
  }
}

interface FailingWebhook extends ForReader {
  /** Absent in mails that an earlier version queued. */
  organizationId?: string
  organizationName: string
  webhookId: string
  url: string
  failingSince: number
}

interface WebhookText extends Pick<FailingWebhook, 'organizationName' | 'url' | 'failingSince'> {
  /** The page of the webhook. */
  link: string
  brand?: MailBrand | null
  language: OwnerLanguage
  choice: MailChoice | null
}

const words = {
  en: {
    failing: (name: string) => `A webhook of ${name} is failing`,
    since: (time: string, url: string) => `Since ${time} every delivery to ${url} has failed.`,
    goesOn: 'We keep trying. After five days without a success we switch the webhook off.',
    hint: 'Its page shows the deliveries and the responses of your receiver.',
    open: 'Open the webhook',
    off: (name: string) => `A webhook of ${name} was switched off`,
    switchedOff: 'We have switched the webhook off.',
    meaning:
      'It no longer receives events. Waiting deliveries were dropped and are kept for 30 days. ' +
      'When the receiver works again, switch the webhook on and resend them.',
    why: (name: string) =>
      `You get this mail because you want to know when a webhook of ${name} fails.`,
    once: 'It is sent once.',
  },
  de: {
    failing: (name: string) => `Ein Webhook von ${name} schlägt fehl`,
    since: (time: string, url: string) =>
      `Seit ${time} ist jede Zustellung an ${url} fehlgeschlagen.`,
    goesOn: 'Wir versuchen es weiter. Nach fünf Tagen ohne Erfolg schalten wir den Webhook ab.',
    hint: 'Seine Seite zeigt die Zustellungen und die Antworten Ihres Empfängers.',
    open: 'Webhook öffnen',
    off: (name: string) => `Ein Webhook von ${name} wurde abgeschaltet`,
    switchedOff: 'Wir haben den Webhook abgeschaltet.',
    meaning:
      'Er erhält keine Ereignisse mehr. Wartende Zustellungen wurden verworfen und bleiben 30 Tage ' +
      'gespeichert. Wenn der Empfänger wieder arbeitet, schalten Sie den Webhook ein und senden ' +
      'Sie sie erneut.',
    why: (name: string) =>
      `Sie erhalten diese Mail, weil Sie erfahren möchten, wenn ein Webhook von ${name} fehlschlägt.`,
    once: 'Sie wird einmal gesendet.',
  },
  fr: {
    failing: (name: string) => `Un webhook de ${name} échoue`,
    since: (time: string, url: string) => `Depuis le ${time}, tous les envois à ${url} ont échoué.`,
    goesOn: 'Nous continuons d’essayer. Après cinq jours sans succès, nous désactivons le webhook.',
    hint: 'Sa page montre les envois et les réponses de votre récepteur.',
    open: 'Ouvrir le webhook',
    off: (name: string) => `Un webhook de ${name} a été désactivé`,
    switchedOff: 'Nous avons désactivé le webhook.',
    meaning:
      'Il ne reçoit plus d’événements. Les envois en attente ont été abandonnés et sont conservés ' +
      '30 jours. Quand le récepteur fonctionne de nouveau, activez le webhook et renvoyez-les.',
    why: (name: string) =>
      `Vous recevez cet e-mail parce que vous souhaitez savoir quand un webhook de ${name} échoue.`,
    once: 'Il est envoyé une seule fois.',
  },
  es: {
    failing: (name: string) => `Falla un webhook de ${name}`,
    since: (time: string, url: string) => `Desde el ${time} han fallado todos los envíos a ${url}.`,
    goesOn: 'Seguimos intentándolo. Tras cinco días sin éxito, desactivamos el webhook.',
    hint: 'Su página muestra los envíos y las respuestas de su receptor.',
    open: 'Abrir el webhook',
    off: (name: string) => `Se ha desactivado un webhook de ${name}`,
    switchedOff: 'Hemos desactivado el webhook.',
    meaning:
      'Ya no recibe eventos. Los envíos en espera se han descartado y se conservan 30 días. ' +
      'Cuando el receptor vuelva a funcionar, active el webhook y reenvíelos.',
    why: (name: string) =>
      `Recibe este correo porque quiere saber cuándo falla un webhook de ${name}.`,
    once: 'Se envía una sola vez.',
  },
  it: {
    failing: (name: string) => `Un webhook di ${name} non riesce`,
    since: (time: string, url: string) => `Da ${time} tutti gli invii a ${url} non sono riusciti.`,
    goesOn: 'Continuiamo a provare. Dopo cinque giorni senza successo disattiviamo il webhook.',
    hint: 'La sua pagina mostra gli invii e le risposte del suo ricevitore.',
    open: 'Apri il webhook',
    off: (name: string) => `Un webhook di ${name} è stato disattivato`,
    switchedOff: 'Abbiamo disattivato il webhook.',
    meaning:
      'Non riceve più eventi. Gli invii in attesa sono stati scartati e restano conservati per 30 ' +
      'giorni. Quando il ricevitore funziona di nuovo, attivi il webhook e li rimandi.',
    why: (name: string) =>
      `Riceve questa e-mail perché vuole sapere quando un webhook di ${name} non riesce.`,
    once: 'Viene inviata una sola volta.',
  },
}

/** Sent after a day of failures. */
export const webhookFailingMail = (webhook: WebhookText): MailMessage =>
  mailOf(webhook, (text, name, since) => ({
    subject: text.failing(name),
    paragraphs: [since, text.goesOn, text.hint],
    footnote: `${text.why(name)} ${text.once}`,
  }))

/** Sent after five days of failures. */
export const webhookDeactivatedMail = (webhook: WebhookText): MailMessage =>
  mailOf(webhook, (text, name, since) => ({
    subject: text.off(name),
    paragraphs: [`${since} ${text.switchedOff}`, text.meaning, text.hint],
    footnote: text.why(name),
  }))

const mailOf = (
  { organizationName, url, failingSince, link, brand, language, choice }: WebhookText,
  say: (
    text: (typeof words)['en'],
    name: string,
    since: string,
  ) => { subject: string; paragraphs: string[]; footnote: string },
): MailMessage => {
  const text = words[language]
  const since = text.since(readableTime(failingSince, language), url)
  const said = say(text, nameOnOneLine(organizationName), since)
  return layOutMail({ ...said, brand, language, choice, button: { label: text.open, link } })
}
