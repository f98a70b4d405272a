import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { NamedSchema } from '../schema.ts'

/**
 * Serializers by the schemas of the answers, each made when it is first needed: making all of them
 * took half of the start. Schemas that say the same share one.
 */
export const createSerializerCompiler = (
  shared: () => Iterable<NamedSchema>,
): FastifySerializerCompiler<Schema> => {
  const options = () => {
    const entries = [...shared()].map((schema) => [schema.$id, schema as Schema] as const)
    const external: Record<string, Schema> = Object.fromEntries(entries)
    // It picks between alternatives by their schema; it need not check our formats.
    return { schema: external, ajv: { formats: { text: true as const } } }
  }
  const made = new Map<string, (data: unknown) => string>()
  const serializerFor = (schema: Schema) => {
    const text = JSON.stringify(schema)
    const serialize = made.get(text) ?? fastJson(schema, options())
    made.set(text, serialize)
    return serialize
  }
  return ({ schema }) => {
    let serialize: ((data: unknown) => string) | undefined
    return (data) => {
      serialize ??= serializerFor(schema)
      return serialize(data)
    }
  }
}
