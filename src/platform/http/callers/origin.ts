import type { FastifyInstance, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import { problem } from '../problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers attach cookies to requests that other sites cause. Changes are accepted only from our
 * own pages, at the public address or at the address of this request.
 */
const isOwnOrigin = (request: FastifyRequest, publicOrigin: string): boolean => {
  const { origin } = request.headers
  return origin !== undefined && (origin === publicOrigin || isSameHost(request, origin))
}

const isSameHost = ({ headers }: FastifyRequest, origin: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  // The default port of the scheme may be present or absent.
  const own = `${protocol}//${headers.host}`
  return host !== '' && URL.canParse(own) && new URL(own).host === host
}

/** For sessions on the API: a change without an Origin is refused too. */
export const requireOwnOrigin = (request: FastifyRequest, publicOrigin: string) => {
  if (!safeMethods.has(request.method) && !isOwnOrigin(request, publicOrigin)) {
    throw foreignOrigin(publicOrigin)
  }
}

/** For our forms, which carry a token: only pages of other sites are refused. */
export const refuseForeignOrigin = (request: FastifyRequest, publicOrigin: string) => {
  const { origin } = request.headers
  if (safeMethods.has(request.method) || origin === undefined) return
  if (!isOwnOrigin(request, publicOrigin)) throw foreignOrigin(publicOrigin)
}

/**
 * Conversations accept only our page, and front ends that the operator allows. A page of another
 * site must not make the browsers of its readers send messages, even if it cannot read the answer.
 * A request without an Origin comes from a program, not from another site.
 */
export const refuseForeignVisitors = (app: FastifyInstance, allowed: string[]) => {
  const refuse: onRequestHookHandler = (request, _reply, done) => {
    const { origin } = request.headers
    const isAllowed =
      origin === undefined || allowed.includes(origin) || isSameHost(request, origin)
    done(isAllowed ? undefined : foreignVisitor())
  }
  app.addHook('onRoute', (route) => {
    if (isVisitorRoute(route)) route.onRequest = [refuse, route.onRequest ?? []].flat()
  })
}

/** Opening the visitor's page from any link is harmless. */
const isVisitorRoute = ({ url, method }: Pick<RouteOptions, 'url' | 'method'>): boolean =>
  url.startsWith('/c/') || (/^\/s\//i.test(url) && [method].flat().some(isUnsafe))

const isUnsafe = (method: string): boolean => !safeMethods.has(method)

const foreignVisitor = () =>
  problem(
    403,
    'foreign_origin',
    'Pages of other sites cannot use conversations. The operator can allow an origin with ' +
      'QPR_CORS_ORIGINS.',
  )

const foreignOrigin = (publicOrigin: string) =>
  problem(
    403,
    'foreign_origin',
    `With a session, changes are accepted only from ${publicOrigin}. If your browser shows ` +
      'another address, set QPR_BASE_URL to it.',
    {
      translations: {
        de:
          `Mit einer Anmeldung werden Änderungen nur von ${publicOrigin} angenommen. Zeigt Ihr ` +
          'Browser eine andere Adresse, setzen Sie QPR_BASE_URL auf diese.',
        fr: `Une fois connecté, les modifications ne sont acceptées que depuis ${publicOrigin}. Si votre navigateur affiche une autre adresse, indiquez-la dans QPR_BASE_URL.`,
        es: `Con la sesión iniciada, solo se aceptan cambios desde ${publicOrigin}. Si su navegador muestra otra dirección, indíquela en QPR_BASE_URL.`,
        it: `Con l’accesso effettuato, le modifiche sono accettate solo da ${publicOrigin}. Se il suo browser mostra un altro indirizzo, lo imposti in QPR_BASE_URL.`,
      },
    },
  )
