import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Permission } from '#contract/roles.ts'
import { type Context, readContext, type Service } from '../../context.ts'
import { isText } from '../../text/text.ts'
import { problemFrom, sendProblem } from '../errors.ts'
import { actorOf } from './authentication.ts'

/**
 * Refuses a request when the caller cannot reach the organization (404) or lacks the role (403).
 */
export type Authorize = (request: FastifyRequest) => Promise<void>

interface AuthorizeOptions {
  service: Service
  /** `idOrSlug` is undefined when the request means the caller's default organization. */
  requireRole: (
    context: Context,
    idOrSlug: string | undefined,
    permission: Permission,
  ) => Promise<unknown>
  /**
   * By the first segment of a path below /v1: returns the organization of the id that follows, or
   * null for an object of the user. Throws 404 when the caller cannot reach the object.
   */
  organizationOf: Record<string, (context: Context, id: string) => Promise<string | null>>
}

/** Determines the organization of any request, valid or invalid. */
export const createAuthorize =
  ({ service, requireRole, organizationOf }: AuthorizeOptions): Authorize =>
  async (request) => {
    const { url = '', config, schema } = request.routeOptions
    const context = readContext(service, actorOf(request))
    const { permission = 'organization:read' } = config
    const { id } = request.params as { id?: string }
    const [, , kind = ''] = url.split('/')
    const requireThing = async (kind: string, id: string) => {
      const organization = (await organizationOf[kind]?.(context, id)) ?? null
      if (organization !== null) await requireRole(context, organization, permission)
    }
    if (id !== undefined) {
      if (kind === 'organizations') await requireRole(context, id, permission)
      else await requireThing(kind, id)
      return
    }
    const codeId = givenText(request, 'qpr_code_id')
    if (codeId !== undefined) return await requireThing('qpr-codes', codeId)
    const takesOrganization = [schema?.querystring, schema?.body].some(knows('organization_id'))
    if (!takesOrganization) return
    await requireRole(context, givenText(request, 'organization_id'), permission)
  }

const maxIdLength = 100

/** Only text of a sensible length is looked up; the schema refuses everything else. */
const givenText = ({ query, body }: FastifyRequest, name: string): string | undefined => {
  for (const part of [query, body]) {
    const value = (part as Record<string, unknown> | null | undefined)?.[name]
    if (typeof value === 'string' && value.length <= maxIdLength && isText(value)) return value
  }
  return undefined
}

const knows = (field: string) => (schema: unknown) =>
  field in ((schema as { properties?: object } | undefined)?.properties ?? {})

/**
 * Every refusal of invalid input asks the gate first: a caller without permission learns only that,
 * and nothing about the format of the request. A valid request is checked once, by its own rules.
 */
export const refuseInOrder = (app: FastifyInstance, authorize: Authorize) => {
  app.setErrorHandler(async (error, request, reply) => {
    let cause: unknown = error
    const { bodyLimit } = request.routeOptions
    const { status } = problemFrom(error)
    if (request.actor && (status === 400 || status === 422)) {
      await authorize(request).catch((refusal) => {
        cause = refusal
      })
    }
    return sendProblem(problemFrom(cause, bodyLimit), cause, request, reply)
  })
}
