import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { NamedSchema } from './schema.ts'

/**
 * Serializers by the schemas of the answers, each made when it is first needed: making all of them
 * took half of the start.
 */
export const createSerializerCompiler = (
  shared: Iterable<NamedSchema>,
): FastifySerializerCompiler<Schema> => {
  const entries = [...shared].map((schema) => [schema.$id, schema as Schema] as const)
  const external: Record<string, Schema> = Object.fromEntries(entries)
  // It picks between alternatives by their schema; it need not check our formats.
  const options = { schema: external, ajv: { formats: { text: true as const } } }
  return ({ schema }) => {
    let serialize: ((data: unknown) => string) | undefined
    return (data) => {
      serialize ??= fastJson(schema, options)
      return serialize(data)
    }
  }
}
