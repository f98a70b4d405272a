import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { cookieOf } from '../../platform/http/callers/cookies.ts'

type Reading = Pick<Context<unknown>, 'service'>

export const scanCookieName = 'qpr_scan'

/** The value of the cookie that the visitor's page sets on a scan. */
export const scanCookieOf = (request: FastifyRequest): string | undefined =>
  cookieOf(request, scanCookieName)

/** The value that links a later conversation to this scan. */
export const scanCookie = ({ service }: Reading, codeId: string, scanId: number): string =>
  `${scanId}.${service.secrets.tag('scan', codeId, String(scanId))}`

/** The scan of a cookie; null when the cookie does not belong to this code. */
export const scanIn = (
  { service }: Reading,
  cookie: string | undefined,
  codeId: string,
): number | null => {
  const [, id, signature] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cookie ?? '') ?? []
  if (!id || !signature) return null
  return service.secrets.verifyTag(signature, 'scan', codeId, id) ? Number(id) : null
}
