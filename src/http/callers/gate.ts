import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isText } from '../../kit/text.ts'
import { asProblem, sendProblem } from '../errors.ts'
import { type Actor, actorOf } from './actor.ts'

/** Refuses a request of a caller who does not reach its organization (404) or lacks the role (403). */
export type Gate = (request: FastifyRequest) => Promise<void>

interface GateOptions {
  /** `idOrSlug` is undefined where the request means the default organization of the caller. */
  requireRole: (
    actor: Actor,
    idOrSlug: string | undefined,
    roles: readonly string[] | undefined,
  ) => Promise<void>
  /**
   * By the first step of a path below /v1: the organization of the thing whose id comes next, null
   * for a thing of the user. It throws 404 where the caller does not reach the thing.
   */
  organizationOf: Record<string, (actor: Actor, id: string) => Promise<string | null>>
}

/** Finds out from any request, valid or not, which organization it means. */
export const createGate =
  ({ requireRole, organizationOf }: GateOptions): Gate =>
  async (request) => {
    const { url = '', config, schema } = request.routeOptions
    const actor = actorOf(request)
    const { id } = request.params as { id?: string }
    const [, , kind = ''] = url.split('/')
    const requireThing = async (kind: string, id: string) => {
      const organization = (await organizationOf[kind]?.(actor, id)) ?? null
      if (organization !== null) await requireRole(actor, organization, config.roles)
    }
    if (id !== undefined) {
      if (kind === 'organizations') return await requireRole(actor, id, config.roles)
      return await requireThing(kind, id)
    }
    const codeId = givenText(request, 'qpr_code_id')
    if (codeId !== undefined) return await requireThing('qpr-codes', codeId)
    const takesOrganization = [schema?.querystring, schema?.body].some(knows('organization_id'))
    if (!takesOrganization) return
    await requireRole(actor, givenText(request, 'organization_id'), config.roles)
  }

const maxIdLength = 100

/** What is no text of a usable length is not looked up: the schema refuses it. */
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
 * Every refusal for invalid input asks the gate first: a caller who may not do this learns that, and
 * nothing about the form of the request. A valid request is checked once, by its own rules.
 */
export const refuseInOrder = (app: FastifyInstance, gate: Gate) => {
  app.setErrorHandler(async (error, request, reply) => {
    let cause: unknown = error
    const { status } = asProblem(error)
    if (request.actor && (status === 400 || status === 422)) {
      await gate(request).catch((refusal) => {
        cause = refusal
      })
    }
    return sendProblem(asProblem(cause), cause, request, reply)
  })
}
