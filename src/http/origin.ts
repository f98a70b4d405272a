import type { FastifyRequest } from 'fastify'
import { problem } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A cookie comes along with requests that another site made the browser send. Changes are taken
 * only from our own pages, under the public address or under whichever one this request came to.
 */
export const isOwnOrigin = (request: FastifyRequest, publicOrigin: string): boolean => {
  const { origin, host } = request.headers
  if (origin === undefined) return false
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host)
}

/** For a session on the API: a change without an Origin is refused too. */
export const requireOwnOrigin = (request: FastifyRequest, publicOrigin: string) => {
  if (!safeMethods.has(request.method) && !isOwnOrigin(request, publicOrigin)) {
    throw foreignOrigin(publicOrigin)
  }
}

/** For our forms, whose token is the right to send them: only another site's page is refused. */
export const refuseForeignOrigin = (request: FastifyRequest, publicOrigin: string) => {
  const { origin } = request.headers
  if (safeMethods.has(request.method) || origin === undefined) return
  if (!isOwnOrigin(request, publicOrigin)) throw foreignOrigin(publicOrigin)
}

const foreignOrigin = (publicOrigin: string) =>
  problem(403, 'foreign_origin', `With a session, changes are taken from ${publicOrigin} only.`)
