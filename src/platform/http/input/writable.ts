import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { namedSchemas } from '../schema.ts'

type Pick = (value: unknown) => unknown

/** The parts of a JSON schema that describe a body. */
interface BodySchema {
  $ref?: string
  properties?: Record<string, TSchema>
  additionalProperties?: unknown
  items?: TSchema
  anyOf?: TSchema[]
}

/**
 * Passes only the fields that the body schema declares to a route, at every depth. No rule can
 * store an undeclared field by accident.
 */
export const takeDeclaredFields = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.body as TSchema | undefined
    if (!schema) return
    let pick: Pick | null | undefined
    const take: preHandlerHookHandler = (request, _reply, done) => {
      // With the first request, because a schema may refer to one that is named later.
      if (pick === undefined) pick = pickerOf(schema)
      if (pick) request.body = pick(request.body)
      done()
    }
    route.preHandler = [take, route.preHandler ?? []].flat()
  })
}

/**
 * Null when a value is passed unchanged: a text, a number, an object with the caller's own keys.
 */
const pickerOf = (schema: TSchema): Pick | null => {
  const { properties, additionalProperties, items, anyOf } = resolved(schema) as BodySchema
  if (anyOf) return pickAlternative(anyOf)
  if (items) return pickItems(pickerOf(items))
  if (!properties || additionalProperties === true) return null
  const fields = Object.entries(properties).map(([name, field]) => [name, pickerOf(field)] as const)
  return (value) => {
    if (!isObject(value)) return value
    const taken: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      if (!Object.hasOwn(value, name)) continue
      taken[name] = pick ? pick(value[name]) : value[name]
    }
    return taken
  }
}

const pickItems = (pick: Pick | null): Pick | null =>
  pick && ((value) => (Array.isArray(value) ? value.map(pick) : value))

/**
 * The value is valid for one alternative, so a field that only another declares was never checked.
 */
const pickAlternative = (schemas: TSchema[]): Pick | null => {
  const picks = schemas.map(pickerOf)
  if (picks.every((pick) => pick === null)) return null
  return (value) => {
    const fitting = schemas.findIndex((schema) => Value.Check(resolved(schema), value))
    const pick = picks[fitting]
    return pick ? pick(value) : value
  }
}

const resolved = (schema: TSchema): TSchema => {
  const { $ref } = schema as BodySchema
  if ($ref === undefined) return schema
  const name = $ref.replace(/#$/, '')
  for (const named of namedSchemas()) if (named.$id === name) return named
  throw new Error(`no schema is named ${name}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
