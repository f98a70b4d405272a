import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TooBusy, TookTooLong } from '../kit/threads.ts'
import { CommitUnknown, isUnavailable } from '../store/errors.ts'
import { smallBodyBytes } from './input/body.ts'
import { Problem, problem, problemBody, problemContentType } from './problem.ts'

/** Every error becomes problem+json, on every path. */
export const handleErrors = (app: FastifyInstance) => {
  const allowedMethods = routeTable(app)
  app.setErrorHandler((error, request, reply) =>
    sendProblem(problemFrom(error, request.routeOptions.bodyLimit), error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const allowed = allowedMethods(path)
    const refusal = allowed.length > 0 ? wrongMethod(request.method, allowed) : unknownPath(path)
    return sendProblem(refusal, refusal, request, reply)
  })
}

/** No id contains NUL, and PostgreSQL refuses it in a query. */
export const refuseNul = (app: FastifyInstance) => {
  app.addHook('onRequest', ({ url }, _reply, done) => {
    const [path = ''] = url.includes('%00') ? url.split('?') : []
    done(path.includes('%00') ? unknownPath(path) : undefined)
  })
}

export const sendProblem = (
  refusal: Problem,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  if (refusal.status >= 500)
    request.log.error({ requestId: request.id, err: error }, 'request failed')
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type(problemContentType)
    .serializer(JSON.stringify)
    .send(problemBody(refusal, request.id))
}

export const problemFrom = (error: unknown, bodyLimit = smallBodyBytes): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof TooBusy) return tooBusy()
  if (error instanceof TookTooLong) return tookTooLong()
  if (error instanceof CommitUnknown) return commitUnknown()
  // First, because a caller that disconnects causes ECONNRESET too, which is not an error of our
  // database.
  const refusal = fromFramework(error as FastifyError, bodyLimit)
  return refusal ?? (isUnavailable(error) ? storageUnavailable() : internalError())
}

const fromFramework = ({ code, statusCode }: FastifyError, bodyLimit: number): Problem | null => {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem(415, 'unsupported_content_type', 'Send the body as application/json.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(bodyLimit)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem(
        400,
        'invalid_content_length',
        'The length of the body differs from Content-Length.',
      )
    case 'FST_ERR_BAD_URL':
      return problem(400, 'invalid_address', 'The address cannot be decoded.')
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? problem(statusCode, 'bad_request', 'The request cannot be understood.')
        : null
  }
}

const bodyTooLarge = (bodyLimit: number) => {
  const isMegabytes = bodyLimit >= 2 ** 20
  const limit = isMegabytes ? `${bodyLimit / 2 ** 20} MB` : `${bodyLimit / 1024} KB`
  return problem(413, 'body_too_large', `The body is larger than ${limit}, the maximum here.`)
}

const unknownPath = (path: string) =>
  problem(404, 'unknown_path', `There is nothing at ${path.slice(0, 200)}. See /docs.`)

/** All methods that routes use. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export const wrongMethod = (method: string, allowed: string[]) =>
  problem(405, 'method_not_allowed', `${method} is not possible here. Use ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  })

const storageUnavailable = () =>
  problem(503, 'storage_unavailable', 'Nothing was saved. Try again in a moment.', {
    headers: { 'Retry-After': '1' },
    translations: {
      de: 'Es wurde nichts gespeichert. Versuchen Sie es gleich noch einmal.',
      fr: 'Rien n’a été enregistré. Réessayez dans un instant.',
      es: 'No se ha guardado nada. Inténtelo de nuevo en un momento.',
      it: 'Non è stato salvato nulla. Riprovi tra un momento.',
    },
  })

const commitUnknown = () =>
  problem(
    503,
    'commit_unknown',
    'It may have been saved. Repeat it with the same Idempotency-Key.',
    {
      headers: { 'Retry-After': '1' },
      translations: {
        de: 'Es wurde vielleicht gespeichert. Sehen Sie nach, bevor Sie es noch einmal versuchen.',
        fr: 'L’enregistrement a peut-être eu lieu. Vérifiez avant de réessayer.',
        es: 'Puede que se haya guardado. Compruébelo antes de intentarlo de nuevo.',
        it: 'Forse è stato salvato. Controlli prima di riprovare.',
      },
    },
  )

const tooBusy = () =>
  problem(429, 'too_busy', 'Too many of your requests are waiting. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  })

const tookTooLong = () =>
  problem(422, 'takes_too_long', 'This request takes too long. Ask for less data at a time.')

const internalError = () =>
  problem(500, 'internal_error', 'Something went wrong on our side. It has been logged.')

/** The methods of a path. Most servers never need them, so the expressions are made on demand. */
const routeTable = (app: FastifyInstance) => {
  const routes = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = routes.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    routes.set(url, methods)
  })
  return (path: string) => {
    const parts = path.split('/')
    const found = [...routes].filter(([url]) => isMatch(url.split('/'), parts))
    return [...new Set(found.flatMap(([, methods]) => [...methods]))]
  }
}

const isMatch = (route: string[], path: string[]): boolean =>
  route.length === path.length &&
  route.every((part, at) => (part.startsWith(':') ? path[at] !== '' : part === path[at]))
