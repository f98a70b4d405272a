const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/

/**
 * One URL for each host of `postgres://a:5432,b:5432/qpr?target_session_attrs=read-write`, as other
 * programs for PostgreSQL write it. The service always needs a server that accepts writes.
 */
export const hostUrls = (url: string): string[] => {
  const match = parts.exec(url)
  if (!match) return [url]
  const [, start = '', hosts = '', path = '', query = ''] = match
  const parameters = new URLSearchParams(query)
  parameters.delete('target_session_attrs')
  const end = parameters.size > 0 ? `${path}?${parameters}` : path
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}
