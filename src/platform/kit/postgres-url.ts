const verifying = /^(?:prefer|require|verify-ca)$/

/**
 * One URL for each host of `postgres://a:5432,b:5432/qpr?target_session_attrs=read-write`, as other
 * programs for PostgreSQL write it. The service always needs a server that accepts writes.
 */
export const hostUrls = (url: string): string[] => {
  const [scheme = '', rest] = url.split('://', 2)
  if (!/^postgres(?:ql)?$/.test(scheme) || rest === undefined) return [url]
  const [address = '', query = ''] = rest.split('?', 2)
  const [server = '', ...folders] = address.split('/')
  const at = server.lastIndexOf('@') + 1
  const hosts = server.slice(at)
  const start = `${scheme}://${server.slice(0, at)}`
  const path = folders.length > 0 ? `/${folders.join('/')}` : ''
  const parameters = new URLSearchParams(query)
  parameters.delete('target_session_attrs')
  // As `pg` understands these modes. Named by its own name they cause no warning, and keep their
  // meaning in its next version.
  const mode = parameters.get('sslmode') ?? ''
  if (verifying.test(mode) && parameters.get('uselibpqcompat') !== 'true') {
    parameters.set('sslmode', 'verify-full')
  }
  const end = parameters.size > 0 ? `${path}?${parameters}` : path
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}
