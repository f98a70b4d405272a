import { TargetRefused } from '../../platform/kit/target-guard.ts'

const redirects = new Set([301, 302, 303, 307, 308])

/** A sentence about a status that is not a success. */
export const verdictOn = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  return redirects.has(status)
    ? `Answered with a redirect (${status}), which is not followed.`
    : `Answered with status ${status}.`
}

/** Undici fails on these two before it reports their status. */
export const unwantedStatus = ({ message }: Error): number | null => {
  if (message === 'bad response') return 100
  return message === 'bad upgrade' ? 101 : null
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the receiver closed the connection. */
export const isClosing = (error: Error): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error))

const unreachable = 'The host cannot be reached.'
const reset = 'The connection was reset.'

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: reset,
  EPIPE: reset,
  UND_ERR_SOCKET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer were too large.',
  UND_ERR_DESTROYED: 'The service stopped before an answer came.',
}

/** Errors of name servers and of resolvers. */
const nameFailures =
  /^(ENOTFOUND|EAI_|ENODATA|ETIMEOUT|ESERVFAIL|EREFUSED|EFORMERR|EBADNAME|EBADRESP|ECANCELLED|ENOTIMP|ENOMEM)/

const notHttps = 'No secure connection could be made: check that the receiver supports HTTPS.'
const certificateCodes = /CERT|CRL|_SIGNATURE|^(INVALID_|PATH_LENGTH_|HOSTNAME_)/

const faultOf = (message: string, code: string, hostname: string) =>
  code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? // The message lists all names of the certificate.
      `it is not for ${hostname}`
    : // The text after a semicolon is advice for the operator.
      message.split(';')[0]

/** Why no status was received, for people. The same cause always gives the same sentence. */
export const sentenceOf = (error: unknown, hostname: string): string => {
  if (error instanceof TargetRefused) return error.message
  const isMalformed = error instanceof Error && error.name === 'HTTPParserError'
  if (isMalformed) return 'The answer was not valid HTTP.'
  const code = codeOf(error)
  const known = sentences[code]
  if (known) return known
  if (nameFailures.test(code)) return `The host name ${hostname} could not be resolved.`
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return notHttps
  if (error instanceof Error && certificateCodes.test(code)) {
    return `The certificate was not accepted: ${faultOf(error.message, code, hostname)}.`
  }
  return code ? `The request failed (${code}).` : 'The request failed.'
}
