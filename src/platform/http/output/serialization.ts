import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { type NamedSchema, namedSchemas } from '../schema.ts'

/**
 * Response serializers, each compiled on first use: compiling all of them took half of the start.
 * Equal schemas share one.
 */
export const createSerializerCompiler = (): FastifySerializerCompiler<Schema> => {
  const optionsFor = (text: string) => {
    // The compiler checks all that it is given, so it gets only what the schema refers to.
    const schema = referredTo(text, new Map(namedSchemas().map((one) => [one.$id, one])))
    // The serializer chooses between alternatives by their schema, and need not check our formats.
    return { schema, ajv: { formats: { text: true as const } } }
  }
  const made = new Map<string, (data: unknown) => string>()
  const serializerFor = (schema: Schema) => {
    const text = JSON.stringify(schema)
    const serialize = made.get(text) ?? fastJson(schema, optionsFor(text))
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

/** The named schemas that the JSON of a schema refers to, directly or through others. */
const referredTo = (text: string, all: Map<string, NamedSchema>): Record<string, Schema> => {
  const found: Record<string, Schema> = {}
  const read = (json: string) => {
    for (const [, name = ''] of json.matchAll(/"\$ref":"([^"#]+)#/g)) {
      const schema = all.get(name)
      if (!schema || name in found) continue
      found[name] = schema as Schema
      read(JSON.stringify(schema))
    }
  }
  read(text)
  return found
}
