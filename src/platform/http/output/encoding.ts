export type Encoding = 'br' | 'gzip' | 'identity'

/** The first available encoding that the client accepts. Encodings with q=0 are refused. */
export const pickEncoding = (header: string | undefined, available: Encoding[]): Encoding => {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean)
      return [name.trim(), q === undefined ? 1 : Number(q)] as const
    }),
  )
  const takes = (encoding: Encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0
  return available.find((encoding) => encoding !== 'identity' && takes(encoding)) ?? 'identity'
}
