/**
 * The page to open after signing in, from `?next=`: a path of the Studio, of an invitation or of a new
 * address. Null for any other value: a sign-in link must not lead to another site.
 */
export const nextPath = (query: unknown): string | null => {
  const { next } = (query ?? {}) as { next?: unknown }
  if (typeof next !== 'string') return null
  // These pages only show a button; opening them changes nothing.
  if (/^\/invitations\/inv_\w{26}\.[\w-]{1,100}$/.test(next)) return next
  if (/^\/account\/address\/confirm\/adr_\w{26}\.[\w-]{1,100}$/.test(next)) return next
  if (!/^\/studio(?=[/?#]|$)/.test(next)) return null
  // Resolved as a browser does: dots are removed, and a backslash counts as a slash.
  const base = 'http://own.invalid'
  const url = URL.canParse(next, base) ? new URL(next, base) : null
  if (url?.origin !== base || !/^\/studio(\/|$)/.test(url.pathname)) return null
  // No path of the Studio has an empty segment, and two slashes could begin the name of another
  // site.
  if (url.pathname.includes('//')) return null
  return url.pathname + url.search + url.hash
}
