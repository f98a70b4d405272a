import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { cookieOf } from '../../platform/http/callers/cookies.ts'

type Reading = Pick<Context<unknown>, 'service'>

export const scanCookieName = 'qpr_scan'

/** The value of the cookie that the visitor's page sets on a scan. */
export const scanCookieOf = (request: FastifyRequest): string | undefined =>
  cookieOf(request, scanCookieName)

/** The value that links a later conversation to this scan, unless the code moves meanwhile. */
export const scanCookie = ({ service }: Reading, scopeId: string, scanId: number): string =>
  `${scanId}.${service.secrets.tag('scan', scopeId, String(scanId))}`

/** The scan of a cookie; null when it is not a scan of this code in its organization. */
export const scanIn = (
  { service }: Reading,
  cookie: string | undefined,
  scopeId: string,
): number | null => {
  const [, id, signature] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cookie ?? '') ?? []
  if (!id || !signature) return null
  return service.secrets.verifyTag(signature, 'scan', scopeId, id) ? Number(id) : null
}
