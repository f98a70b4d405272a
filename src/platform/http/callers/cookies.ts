import type { FastifyReply, FastifyRequest } from 'fastify'

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
