import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

export const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

interface CookieOptions {
  https: boolean
  path?: string
  /** Without it, the cookie is gone when the browser is closed. */
  maxAgeSeconds?: number
}

/**
 * No script can read the cookie. Lax: a link in a mail, a scan and the company's provider open our
 * pages from another site.
 */
export const setCookie = (
  reply: FastifyReply,
  name: string,
  value: string,
  { https, path = '/', maxAgeSeconds }: CookieOptions,
) => {
  const lasting = maxAgeSeconds === undefined ? '' : ` Max-Age=${maxAgeSeconds};`
  const secure = https ? '; Secure' : ''
  return reply.header(
    'Set-Cookie',
    `${name}=${value};${lasting} Path=${path}; HttpOnly; SameSite=Lax${secure}`,
  )
}

const name = 'qpr_cookies'

/** Sent with a page whose button signs in: its return shows that the browser accepts cookies. */
export const offerCookie = (reply: FastifyReply) => setCookie(reply, name, 'on', { https: false })

/** Checked before a link is used up for a session that the browser would not keep. */
export const requireCookies = ({ headers }: FastifyRequest) => {
  // A program opens no page first and handles cookies itself.
  const isBrowser = headers.accept?.includes('text/html')
  if (isBrowser && !headers.cookie) throw cookiesRefused()
}

const cookiesRefused = () =>
  problem(
    403,
    'cookies_refused',
    'Your browser blocks cookies, and signing in needs a cookie. Allow cookies for this site, ' +
      'then open the link again: it still works.',
    {
      translations: {
        de:
          'Ihr Browser blockiert Cookies, und die Anmeldung braucht ein Cookie. Erlauben Sie ' +
          'Cookies für diese Website und öffnen Sie den Link noch einmal: Er gilt weiter.',
        fr: 'Votre navigateur bloque les cookies, et la connexion en exige un. Autorisez les cookies pour ce site, puis ouvrez à nouveau le lien : il reste valable.',
        es: 'Su navegador bloquea las cookies, y para iniciar sesión hace falta una. Permita las cookies de este sitio y vuelva a abrir el enlace: sigue siendo válido.',
        it: 'Il suo browser blocca i cookie, e per accedere ne serve uno. Consenta i cookie per questo sito e apra di nuovo il link: è ancora valido.',
      },
    },
  )
