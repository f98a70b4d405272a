import type { FastifyRequest } from 'fastify'

export const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
