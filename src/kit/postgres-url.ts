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
  const end = parameters.size > 0 ? `${path}?${parameters}` : path
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}
