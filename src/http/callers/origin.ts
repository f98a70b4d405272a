import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A cookie comes along with requests that another site made the browser send. Changes are taken
 * only from our own pages, under the public address or under whichever one this request came to.
 */
const isOwnOrigin = (request: FastifyRequest, publicOrigin: string): boolean => {
  const { origin } = request.headers
  return origin !== undefined && (origin === publicOrigin || isSameHost(request, origin))
}

const isSameHost = ({ headers }: FastifyRequest, origin: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  // A port that the scheme implies may be written or not.
  const own = `${protocol}//${headers.host}`
  return host !== '' && URL.canParse(own) && new URL(own).host === host
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

/**
 * A conversation is between a visitor and our page, or a front end that the operator allows. A page
 * of another site must not make its readers' browsers speak in one, with or without reading the
 * answer. A request without an Origin comes from a program, not from another site's page.
 */
export const refuseForeignVisitors = (app: FastifyInstance, allowed: string[]) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || !isVisitorRoute(request)) return done()
    const isAllowed = allowed.includes(origin) || isSameHost(request, origin)
    done(isAllowed ? undefined : foreignVisitor())
  })
}

/** Opening the page of a scan is no harm, wherever the link was. */
const isVisitorRoute = ({ routeOptions: { url = '' }, method }: FastifyRequest): boolean =>
  url.startsWith('/c/') || (/^\/s\//i.test(url) && !safeMethods.has(method))

const foreignVisitor = () =>
  problem(
    403,
    'foreign_origin',
    'Pages of other sites cannot use conversations. The operator can allow an origin with ' +
      'QPR_CORS_ORIGINS.',
  )

const foreignOrigin = (publicOrigin: string) =>
  problem(403, 'foreign_origin', `With a session, changes are accepted only from ${publicOrigin}.`)
