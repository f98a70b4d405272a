import type { FastifyRequest } from 'fastify'
import { UAParser } from 'ua-parser-js'
import type { Cause } from '../change.ts'
import type { Service, Subject } from '../context.ts'
import { actorOf } from './callers/authentication.ts'

declare module '../context.ts' {
  interface Service {
    /** The country of an address; null when it is not known. */
    countryOf: (address: string) => string | null
  }
}

/** The cause of a changing operation of the API, for the audit log. */
export const causeOf = (service: Service, request: FastifyRequest, result: unknown): Cause => {
  const { userId, email, keyId, keyName } = actorOf(request)
  return {
    action: actionOf(request),
    via: keyId === null ? 'session' : 'key',
    userId,
    email,
    keyId,
    keyName,
    browser: keyId === null ? browserOf(request.headers['user-agent']) : null,
    country: service.countryOf(request.ip),
    fields: fieldsOf(request.body),
    subjectIn: (organizationId) => subjectOf(request, organizationId, result),
  }
}

/** The cause of a change by a page, whose work finds the user. */
export const byPage =
  (service: Service, request: FastifyRequest, action: string) =>
  ({ userId, email }: { userId: string; email: string }): Cause => ({
    action,
    via: 'session',
    userId,
    email,
    browser: browserOf(request.headers['user-agent']),
    country: service.countryOf(request.ip),
  })

const actionOf = ({ routeOptions: { schema, method, url } }: FastifyRequest): string =>
  (schema as { operationId?: string } | undefined)?.operationId ?? `${method} ${url}`

/** A request has only declared fields: see `takeDeclaredFields`. */
const fieldsOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? Object.keys(body) : []

/** From the answer or the path, for operations whose rules note no subject. */
const subjectOf = (
  { params, routeOptions: { url = '' } }: FastifyRequest,
  organizationId: string,
  result: unknown,
): Subject => {
  const { id, ...inner } = params as Record<string, string>
  const answer = (typeof result === 'object' && result !== null ? result : {}) as {
    id?: string
    invitation_id?: string
    name?: string
    email?: string
  }
  const ofPath = url.startsWith('/v1/organizations/') ? organizationId : id
  const subjectId = Object.values(inner)[0] ?? answer.id ?? answer.invitation_id ?? ofPath
  return { id: subjectId ?? organizationId, name: answer.name ?? answer.email ?? null }
}

/** A readable name such as `Firefox on Windows`; null when the header does not tell. */
export const browserOf = (userAgent: string | undefined): string | null => {
  const { browser, os } = new UAParser((userAgent ?? '').slice(0, 500)).getResult()
  const named = [browser.name, os.name].filter((name) => name !== undefined)
  return named.length > 0 ? named.join(' on ').slice(0, 100) : null
}
