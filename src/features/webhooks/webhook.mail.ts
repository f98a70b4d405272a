import type { OwnerLanguage } from '#contract/languages.ts'
import {
  type Choice,
  layOut,
  type MailBrand,
  type Message,
  oneLine,
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

interface WebhookText {
  organizationName: string
  url: string
  failingSince: number
  /** The page of the webhook. */
  link: string
  brand?: MailBrand | null
  language: OwnerLanguage
  choice: Choice | null
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
}

/** Sent after a day of failures. */
export const webhookFailingMail = (webhook: WebhookText): Message =>
  mailOf(webhook, (text, name, since) => ({
    subject: text.failing(name),
    paragraphs: [since, text.goesOn, text.hint],
    footnote: `${text.why(name)} ${text.once}`,
  }))

/** Sent after five days of failures. */
export const webhookDeactivatedMail = (webhook: WebhookText): Message =>
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
): Message => {
  const text = words[language]
  const since = text.since(readableTime(failingSince, language), url)
  const said = say(text, oneLine(organizationName), since)
  return layOut({ ...said, brand, language, choice, button: { label: text.open, link } })
}
