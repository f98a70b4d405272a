// What the methods of the SDK need to know about each operation of the OpenAPI document.
import { createTypes, pascal, type Schema } from './types.ts'

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

interface Content {
  [type: string]: { schema?: Schema }
}

export interface Described {
  operationId: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export interface Document {
  paths: Record<string, Record<string, Described>>
  webhooks?: Record<string, Record<string, { requestBody?: { content: Content } }>>
  components: { schemas: Record<string, Schema> }
}

/** How a response is read. */
export type Reading = 'json' | 'bytes' | 'lines' | 'events' | 'pages'

export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  /** The names in the path, with their types. */
  places: { name: string; type: string }[]
  query: string | null
  body: string | null
  takesBytes: boolean
  reading: Reading
  /** The type of the response, of one event, or of one item of a list. */
  returns: string
  /** The field of a page that holds its items. */
  items: string
}

type Types = ReturnType<typeof createTypes>

/** All operations by method and path, with the types that they use. */
export const readDocument = (document: Document) => {
  const types = createTypes()
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    types.define(name, schema)
  }
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const operation = read(document, types, path, method.toUpperCase(), described)
      operations.set(`${operation.method} ${path}`, operation)
    }
  }
  const events = Object.values(document.webhooks ?? {}).flatMap(({ post }) => {
    const schema = post?.requestBody?.content['application/json']?.schema
    return schema ? [schema] : []
  })
  types.define('WebhookEvent', { anyOf: events })
  return { operations, types }
}

const read = (
  document: Document,
  types: Types,
  path: string,
  method: string,
  described: Described,
): Operation => {
  const { operationId: id, summary = '', parameters = [], requestBody } = described
  const success = Object.entries(described.responses).find(([status]) => status.startsWith('2'))
  const content = success?.[1].content ?? {}
  const json = requestBody?.content['application/json']?.schema
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const isPaged = inQuery.some(({ name }) => name === 'cursor')
  const page = isPaged ? pageOf(document, content['application/json']?.schema) : null
  const reading = page ? 'pages' : readingOf(Object.keys(content))
  const schema = page?.schema ?? Object.values(content)[0]?.schema
  return {
    id,
    method,
    path,
    summary,
    places: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema = {} }) => ({ name, type: types.typeOf(schema, '') })),
    query: queryType(types, id, inQuery, isPaged),
    body: json ? named(types, json, `${pascal(id)}Request`) : null,
    takesBytes: requestBody !== undefined && !json,
    reading,
    returns:
      schema && ['json', 'events', 'pages'].includes(reading)
        ? named(
            types,
            schema,
            pascal(id) + (page ? 'Item' : reading === 'events' ? 'Event' : 'Response'),
          )
        : 'None',
    items: page?.items ?? '',
  }
}

/** Qualified, because the methods are in another file. */
const named = (types: Types, schema: Schema, name: string): string => {
  if (schema.$ref) return `t.${types.typeOf(schema, name)}`
  return schema.properties || schema.anyOf ? `t.${types.define(name, schema)}` : 'Any'
}

const readingOf = (contentTypes: string[]): Reading => {
  if (contentTypes.includes('text/event-stream')) return 'events'
  if (contentTypes.some((type) => /csv|ndjson|jsonl/.test(type))) return 'lines'
  if (contentTypes.length === 0 || contentTypes.includes('application/json')) return 'json'
  return 'bytes'
}

/** The list in a page, and the type of its items. */
const pageOf = (document: Document, schema: Schema | undefined) => {
  const name = schema?.$ref?.split('/').at(-1)
  const page = name ? document.components.schemas[name] : schema
  for (const [items, field] of Object.entries(page?.properties ?? {})) {
    if (field.type === 'array' && field.items) return { items, schema: field.items }
  }
  return null
}

/** The pages themselves are requested by the SDK. */
const queryType = (types: Types, id: string, parameters: Parameter[], isPaged: boolean) => {
  const given = parameters.filter(({ name }) => !isPaged || !['cursor', 'offset'].includes(name))
  if (given.length === 0) return null
  const properties = Object.fromEntries(given.map(({ name, schema = {} }) => [name, schema]))
  const required = given.filter((parameter) => parameter.required).map(({ name }) => name)
  return `t.${types.define(`${pascal(id)}Query`, { properties, required })}`
}
