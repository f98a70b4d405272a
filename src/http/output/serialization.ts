import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { NamedSchema } from '../schema.ts'

/**
 * Response serializers, each compiled on first use: compiling all of them took half of the start.
 * Equal schemas share one.
 */
export const createSerializerCompiler = (
  shared: () => Iterable<NamedSchema>,
): FastifySerializerCompiler<Schema> => {
  const options = () => {
    const entries = [...shared()].map((schema) => [schema.$id, schema as Schema] as const)
    const external: Record<string, Schema> = Object.fromEntries(entries)
    // The serializer chooses between alternatives by their schema, and need not check our formats.
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
