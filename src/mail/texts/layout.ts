import { html } from '../../kit/html.ts'

export interface Message {
  subject: string
  text: string
  html: string
}

/** The brand of the organization that a mail is about. */
export interface MailBrand {
  name: string | null
  color: string | null
  contact: { label: string; url: string } | null
  privacyUrl: string | null
}

interface Letter {
  /** Absent: the look of the service. */
  brand?: MailBrand | null | undefined
  subject: string
  paragraphs: string[]
  button: { label: string; link: string }
  footnote: string
}

/** A mail as plain text and as HTML that all mail programs display alike. */
export const layOut = ({ subject, paragraphs, button, footnote, brand }: Letter): Message => ({
  subject,
  text: `${[
    ...paragraphs,
    `${button.label}:\n${button.link}`,
    footnote,
    ...signatureOf(brand).map(({ text, link }) => (link ? `${text}: ${link}` : text)),
  ].join('\n\n')}\n`,
  html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px;background:#fbfaf7;color:#1a1a17;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto">
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}
<p style="margin:24px 0"><a href="${button.link}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:${brand?.color ?? '#0f6b5c'};color:#ffffff;text-decoration:none">${button.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#6b6a63">${footnote}</p>
<p style="margin:0;font-size:13px;color:#6b6a63;word-break:break-all">${button.link}</p>
${signatureOf(brand).map(
  ({ text, link }) =>
    html`<p style="margin:16px 0 0;font-size:13px;color:#6b6a63">${link ? html`<a href="${link}" style="color:#6b6a63">${text}</a>` : text}</p>\n`,
)}</div>
</body>
</html>
`.text,
})

/** The sender: the public name, the contact and the privacy policy. */
const signatureOf = (brand: Letter['brand']): { text: string; link?: string }[] => [
  ...(brand?.name ? [{ text: oneLine(brand.name) }] : []),
  ...(brand?.contact ? [{ text: oneLine(brand.contact.label), link: brand.contact.url }] : []),
  ...(brand?.privacyUrl ? [{ text: 'Privacy policy', link: brand.privacyUrl }] : []),
]

/** `Monday, 2 February 2026 at 12:00 UTC` */
export const readableTime = (instant: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(instant)} UTC`

/** A name may contain line breaks, which must not change the layout of the mail. */
export const oneLine = (name: string): string => name.replace(/[\s\p{Cc}]+/gu, ' ').trim()
