import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OwnerLanguage, ownerLanguages } from '#contract/languages.ts'
import { Html, html } from '../../kit/html.ts'
import { pickLanguage } from '../../text/text.ts'
import { problemFrom, sendProblem } from '../errors.ts'

export const languageOf = (request: FastifyRequest): OwnerLanguage =>
  pickLanguage(request.headers['accept-language'], ownerLanguages)

const style = `
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1a1a17;--muted:#6b6a63;--line:#e4e2db;--accent:#0f6b5c;--on-accent:#fff;--danger:#b3261e}
@media(prefers-color-scheme:dark){:root{--paper:#14140f;--ink:#f2f0e9;--muted:#a3a198;--line:#2d2c26;--accent:#5cc2ae;--on-accent:#14140f;--danger:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:440px;margin:0 auto;padding:64px 20px 40px}
.mark{color:var(--accent);margin-bottom:24px}
h1{font-size:28px;line-height:1.2;margin:0 0 16px;overflow-wrap:anywhere}
p{margin:0 0 16px;overflow-wrap:anywhere}
pre{margin:0 0 16px;padding:12px;border:1px solid var(--line);border-radius:4px;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.muted{color:var(--muted);font-size:13px}
.danger{color:var(--danger)}
form{margin:0 0 16px}
details{margin:24px 0}
summary{margin:0 0 12px;cursor:pointer}
label{display:block;margin:0 0 4px}
input{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--muted);border-radius:4px;padding:12px;margin:0 0 16px}
button,.button{display:inline-block;min-height:48px;font:inherit;color:var(--on-accent);background:var(--accent);border:0;border-radius:4px;padding:12px 20px;text-decoration:none;cursor:pointer}
button.plain{color:var(--accent);background:transparent;border:1px solid var(--accent)}
a{color:var(--accent)}
ul{list-style:none;margin:0 0 24px;padding:0;border-top:1px solid var(--line)}
li{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

const styleHash = createHash('sha256').update(style).digest('base64')

const contentSecurityPolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self'; ` +
  "frame-ancestors 'none'; base-uri 'none'"

const mark = html`<svg class="mark" width="28" height="28" viewBox="0 0 7 7" fill="currentColor" aria-hidden="true"><path d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM4 4h1v1H4zM6 4h1v1H6zM5 5h1v1H5zM4 6h1v1H4zM6 6h1v1H6z"/></svg>`

/** Without it browsers ask for /favicon.ico, which is an error in their console. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  mark.text
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('currentColor', '#0f6b5c'),
)}`

interface Page {
  language: OwnerLanguage
  title: string
  body: Html
}

/** A plain page: one column, no script, no external resources. */
export const sendPage = (reply: FastifyReply, { language, title, body }: Page) =>
  reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', contentSecurityPolicy)
    .header('X-Frame-Options', 'DENY')
    .send(
      html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · QPR</title>
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
</head>
<body>
<main>
${mark}
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text,
    )

const errorTitles: Record<OwnerLanguage, Record<number, string>> = {
  en: {
    403: 'That is not possible',
    410: 'This link no longer works',
    422: 'Please check your input',
    503: 'Not reachable at the moment',
  },
  de: {
    403: 'Das ist nicht möglich',
    410: 'Dieser Link gilt nicht mehr',
    422: 'Bitte prüfen Sie Ihre Eingabe',
    503: 'Zurzeit nicht erreichbar',
  },
  fr: {
    403: 'Ce n’est pas possible',
    410: 'Ce lien n’est plus valable',
    422: 'Vérifiez votre saisie',
    503: 'Indisponible pour le moment',
  },
  es: {
    403: 'No es posible',
    410: 'Este enlace ya no funciona',
    422: 'Revise los datos',
    503: 'No disponible en este momento',
  },
  it: {
    403: 'Non è possibile',
    410: 'Questo link non vale più',
    422: 'Controlli i dati inseriti',
    503: 'Al momento non raggiungibile',
  },
}

const back: Record<OwnerLanguage, string> = {
  en: 'Go to sign-in',
  de: 'Zur Anmeldung',
  fr: 'Aller à la connexion',
  es: 'Ir al inicio de sesión',
  it: 'Vai all’accesso',
}

/** Of a refusal that has no title of its own. */
const otherTitle: Record<OwnerLanguage, string> = {
  en: 'That did not work',
  de: 'Das hat nicht geklappt',
  fr: 'Cela n’a pas fonctionné',
  es: 'No ha funcionado',
  it: 'Non ha funzionato',
}

/**
 * Within `app`, browsers get errors as pages, while programs still get problem+json. `basePath` is
 * the path of the public address, such as a proxy's prefix; otherwise empty.
 */
export const answerErrorsAsPages = (app: FastifyInstance, basePath: string) => {
  app.setErrorHandler((error, request, reply) => {
    const refusal = problemFrom(error)
    if (!request.headers.accept?.includes('text/html')) {
      return sendProblem(refusal, error, request, reply)
    }
    if (refusal.status >= 500)
      request.log.error({ requestId: request.id, err: error }, 'page failed')
    const language = languageOf(request)
    const { message, translations } = refusal
    const sentence = language === 'en' ? message : (translations?.[language] ?? message)
    return sendPage(reply.code(refusal.status).headers(refusal.headers), {
      language,
      title: errorTitles[language][refusal.status] ?? otherTitle[language],
      body: html`<p role="alert">${sentence}</p>
<p><a class="button" href="${basePath}/signin">${back[language]}</a></p>
<p class="muted">${request.id}</p>`,
    })
  })
}

/** A part of the service that has to be built first. */
export const sendUnbuilt = (
  request: FastifyRequest,
  reply: FastifyReply,
  words: Record<OwnerLanguage, { title: string; text: string }>,
  command: string,
) => {
  const language = languageOf(request)
  const { title, text } = words[language]
  const body = html`<p>${text}</p><p><code>${command}</code></p>`
  return sendPage(reply.code(503), { language, title, body })
}
