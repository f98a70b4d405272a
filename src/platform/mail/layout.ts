import type { OwnerLanguage } from '#contract/languages.ts'
import { html } from '../kit/html.ts'

export interface MailMessage {
  subject: string
  text: string
  html: string
  /** The address of RFC 8058, for mails that the reader has chosen. */
  unsubscribe?: string
}

/** The brand of the organization that a mail is about. */
export interface MailBrand {
  name: string | null
  color: string | null
  contact: { label: string; url: string } | null
  privacyUrl: string | null
}

interface Letter {
  /** Absent: the appearance of the service. */
  brand?: MailBrand | null | undefined
  language?: OwnerLanguage
  subject: string
  paragraphs: string[]
  lists?: List[]
  button: { label: string; link: string }
  footnote: string
  /** For mails that the reader has chosen. */
  choice?: MailChoice | null
}

/** A heading with lines; each may lead to a page. */
export interface List {
  title: string
  lines: { text: string; link?: string }[]
}

/** The ways to stop a mail. */
export interface MailChoice {
  unsubscribe: string
  settings: string
}

const choiceWords = {
  en: { unsubscribe: 'Unsubscribe from these mails', settings: 'Change notifications' },
  de: { unsubscribe: 'Diese Mails abbestellen', settings: 'Benachrichtigungen ändern' },
  fr: { unsubscribe: 'Ne plus recevoir ces e-mails', settings: 'Modifier les notifications' },
  es: { unsubscribe: 'Dejar de recibir estos correos', settings: 'Cambiar las notificaciones' },
  it: { unsubscribe: 'Non ricevere più queste e-mail', settings: 'Modifica le notifiche' },
}

/** A mail as plain text and as HTML that all mail programs display alike. */
export const layOutMail = (letter: Letter): MailMessage => {
  const {
    language = 'en',
    subject,
    paragraphs,
    lists = [],
    button,
    footnote,
    choice,
    brand,
  } = letter
  const words = choiceWords[language]
  const ways = choice
    ? [
        { label: words.unsubscribe, link: choice.unsubscribe },
        { label: words.settings, link: choice.settings },
      ]
    : []
  const text = [
    ...paragraphs,
    ...lists.map(({ title, lines }) => [title, ...lines.map(plainLine)].join('\n\n')),
    `${button.label}:\n${button.link}`,
    footnote,
    ...ways.map(({ label, link }) => `${label}:\n${link}`),
    ...signatureOf(brand, language).map(({ text, link }) => (link ? `${text}: ${link}` : text)),
  ]
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px;background:#fbfaf7;color:#1a1a17;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<div style="max-width:520px;margin:0 auto">
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}
${lists.map(asHtml)}
<p style="margin:24px 0"><a href="${button.link}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:${brand?.color ?? '#0f6b5c'};color:#ffffff;text-decoration:none">${button.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#6b6a63">${footnote}</p>
${ways.map(({ label, link }) => html`<p style="margin:0 0 8px;font-size:13px"><a href="${link}" style="color:#0f6b5c">${label}</a></p>\n`)}
<p style="margin:0;font-size:13px;color:#6b6a63;word-break:break-all">${button.link}</p>
${signatureOf(brand, language).map(
  ({ text, link }) =>
    html`<p style="margin:16px 0 0;font-size:13px;color:#6b6a63">${link ? html`<a href="${link}" style="color:#6b6a63">${text}</a>` : text}</p>\n`,
)}</div>
</body>
</html>
`.text,
    ...(choice && { unsubscribe: choice.unsubscribe }),
  }
}

const plainLine = ({ text, link }: List['lines'][number]) => (link ? `${text}\n${link}` : text)

const asHtml = ({ title, lines }: List) =>
  html`<h2 style="margin:24px 0 8px;font-size:16px">${title}</h2>
${lines.map(
  ({ text, link }) =>
    html`<p style="margin:0 0 8px">${link ? html`<a href="${link}" style="color:#0f6b5c">${text}</a>` : text}</p>\n`,
)}`

/** How a mail writes dates and numbers. */
export const locales: Record<OwnerLanguage, string> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
}

const privacyWords: Record<OwnerLanguage, string> = {
  en: 'Privacy policy',
  de: 'Datenschutzerklärung',
  fr: 'Politique de confidentialité',
  es: 'Política de privacidad',
  it: 'Informativa sulla privacy',
}

/** The sender: the public name, the contact and the privacy policy. */
const signatureOf = (
  brand: Letter['brand'],
  language: OwnerLanguage,
): { text: string; link?: string }[] => [
  ...(brand?.name ? [{ text: nameOnOneLine(brand.name) }] : []),
  ...(brand?.contact
    ? [{ text: nameOnOneLine(brand.contact.label), link: brand.contact.url }]
    : []),
  ...(brand?.privacyUrl ? [{ text: privacyWords[language], link: brand.privacyUrl }] : []),
]

/** `Monday, 2 February 2026 at 12:00 UTC` */
export const readableTime = (instant: number, language: OwnerLanguage = 'en'): string =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(instant)} UTC`

/** `Monday, 2 February 2026`, of a date such as `2026-02-02`. */
export const readableDay = (date: string, language: OwnerLanguage): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(date),
  )

export const readableNumber = (value: number, language: OwnerLanguage): string =>
  value.toLocaleString(locales[language])

/**
 * A name may contain line breaks, which must not change the layout of the mail, and signs that would
 * turn the words after it around.
 */
export const nameOnOneLine = (name: string): string =>
  name
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
