import { createHash } from 'node:crypto'
import { Html, html } from '../../src/kit/html.ts'
import { scanStyle } from './style.ts'
import { isRightToLeft, type ScanLanguage, scanWords } from './words.ts'

const styleHash = createHash('sha256').update(scanStyle).digest('base64')

/** Hashes, not a nonce: the bytes are the same for every scan, so they are made and kept once. */
export const scanContentSecurityPolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; ` +
  "frame-ancestors 'none'; base-uri 'none'"

const modules = html`<svg width="28" height="28" viewBox="0 0 7 7" fill="currentColor" aria-hidden="true"><path d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM4 4h1v1H4zM6 4h1v1H6zM5 5h1v1H5zM4 6h1v1H4zM6 6h1v1H6z"/></svg>`

/** A code that is not finished: for what leads nowhere. */
const unfinished = html`<svg width="56" height="56" viewBox="0 0 7 7" fill="currentColor" aria-hidden="true"><path d="M0 0h3v3H0zM4 0h1v1H4zM6 1h1v1H6zM0 4h1v1H0zM2 5h1v1H2zM5 4h1v1H5z"/></svg>`

interface ScannedPage {
  language: ScanLanguage
  name: string
  welcomeMessage: string
  template: string
}

/** What whoever scans a code sees first, complete without a script. */
export const scanPage = ({ language, name, welcomeMessage, template }: ScannedPage): string =>
  layOut(
    language,
    name,
    template,
    html`<header>${modules}<div><h1 dir="auto">${name}</h1><p class="ai">${scanWords[language].assistant}</p></div></header>
<main><p class="message" dir="auto">${welcomeMessage}</p></main>`,
  )

/** A page for people who reached nothing. */
export const scanNotice = (
  language: ScanLanguage,
  kind: 'unknown' | 'archived' | 'unavailable',
): string => {
  const { title, text } = scanWords[language][kind]
  return layOut(
    language,
    title,
    'personal',
    html`<main class="note">${unfinished}<h1>${title}</h1><p>${text}</p></main>`,
  )
}

const layOut = (language: ScanLanguage, title: string, look: string, body: Html): string =>
  html`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(scanStyle)}</style>
</head>
<body data-look="${look}">
${body}
</body>
</html>
`.text
