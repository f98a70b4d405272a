/** A page that could not be read. */
export interface Refusal {
  kind: 'failed'
  /** `gone`: its passages must not be used any more; `broken`: they stay until it works again. */
  cause: 'gone' | 'broken'
  /** A sentence for the owner. */
  reason: string
}

export const failed = (cause: Refusal['cause'], reason: string): Refusal => ({
  kind: 'failed',
  cause,
  reason,
})

const signIn = /(^|[/.-])(log-?in|sign-?in|sso|oauth2?)([/.?-]|$)/i

/** Why a response is not the page that was wanted; null when it is. */
export const refusalOf = (start: URL, url: URL, status: number): Refusal | null => {
  const isLogin =
    url.href !== start.href && signIn.test(url.pathname) && !signIn.test(start.pathname)
  if (status === 401 || status === 403 || isLogin) {
    return failed(
      'broken',
      `The address needs a sign-in (status ${status}). Only public pages can be read.`,
    )
  }
  if (status === 404 || status === 410) {
    return failed('gone', `There is no page at this address (status ${status}).`)
  }
  if (status < 200 || status >= 300) {
    return failed('broken', `The website answered with status ${status}. Try again later.`)
  }
  return null
}

/** The sentence for an error of the connection. `timedOutMs` is null unless time was up. */
export const problemOf = (error: unknown, url: URL, timedOutMs: number | null): Refusal => {
  if (timedOutMs !== null) {
    return failed('broken', `The website did not answer within ${timedOutMs / 1000} seconds.`)
  }
  const { code, message } = error as Error & { code?: string }
  if (code === undefined && /private targets are not allowed/.test(message)) {
    return failed('gone', message)
  }
  if (code === 'ERR_BUFFER_TOO_LARGE') return failed('broken', 'The page is larger than 5 MB.')
  if (code === 'ERR_ENCODING' || code?.startsWith('Z_')) {
    return failed('broken', 'The website answered with a compression that cannot be read.')
  }
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ESERVFAIL') {
    return failed('broken', `The host ${url.hostname} was not found.`)
  }
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code ?? '')) {
    return failed('broken', `The certificate of ${url.hostname} is not valid.`)
  }
  return failed('broken', `The website ${url.hostname} could not be reached.`)
}
