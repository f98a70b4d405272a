/**
 * Where to go after signing in, from `?next=`: a path of the Studio, an invitation, or null for
 * anything else. A
 * link must not be able to send somebody who has just signed in to another site, nor to any other
 * address of ours.
 */
export const nextPath = (query: unknown): string | null => {
  const { next } = (query ?? {}) as { next?: unknown }
  if (typeof next !== 'string') return null
  // Its page shows a button and changes nothing.
  if (/^\/invitations\/inv_\w{26}\.[\w-]{1,100}$/.test(next)) return next
  if (!/^\/studio(?=[/?#]|$)/.test(next)) return null
  // As a browser would read it: dots are resolved, and a backslash is a slash.
  const base = 'http://own.invalid'
  const url = URL.canParse(next, base) ? new URL(next, base) : null
  if (url?.origin !== base || !/^\/studio(\/|$)/.test(url.pathname)) return null
  // No page of the Studio has an empty part, and two slashes could begin another site's name.
  if (url.pathname.includes('//')) return null
  return url.pathname + url.search + url.hash
}
