import { roles } from '#contract/roles.ts'
import type { ApiCall, CallApi } from '../../platform/http/mcp/endpoint.ts'
import { type Arguments, type Tool, ToolError } from '../../platform/http/mcp/tool.ts'
import {
  inlined,
  jsonMedia,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type RequestBody,
  type Schema,
  type Schemas,
} from '../../platform/http/openapi/document.ts'
import { coreOf } from '../../platform/http/openapi/schema.ts'

/** A tool that calls one operation of the API. The operation tells its arguments and its roles. */
export interface ApiTool extends Pick<Tool, 'name' | 'title' | 'description'> {
  operationId: string
  /** The operation that is called when the id is omitted. */
  withoutId?: string
  /** The arguments, if the operation takes more than the tool. The first ones are required. */
  only?: { required: readonly string[]; optional: readonly string[] }
  /** Fields of the body that are the same in every call. */
  fixed?: Readonly<Record<string, string>>
}

interface Found {
  method: ApiCall['method']
  path: string
  operation: Operation
}

const effects = { GET: 'reads', POST: 'adds', PATCH: 'changes', DELETE: 'deletes' } as const

/**
 * The tool as an assistant gets it; null when the service has no such operation. The operation
 * checks the arguments and the role.
 */
export const toolFor = (
  tool: ApiTool,
  document: OpenApiDocument,
): ((call: CallApi) => Tool) | null => {
  const found = find(document, tool.operationId)
  if (!found) return null
  const general = tool.withoutId === undefined ? null : find(document, tool.withoutId)
  const { name, title, description, fixed = {} } = tool
  const described = {
    name,
    title,
    description: [description, ...neededRole(found.operation)].join(' '),
    input: inputOf(tool, general ? [found, general] : [found], document.components?.schemas ?? {}),
    effect: effects[found.method],
  }
  return (call) => ({
    ...described,
    run: async (input) => {
      const target = general && input.id === undefined ? general : found
      const data = await call(callOf(target, { ...input, ...fixed }))
      return { data: Object.keys(data).length === 0 ? { done: true } : data }
    },
  })
}

const find = (document: OpenApiDocument, operationId: string): Found | null => {
  for (const [path, item = {}] of Object.entries(document.paths ?? {})) {
    for (const method of ['get', 'post', 'patch', 'delete'] as const) {
      const operation = item[method]
      if (operation?.operationId !== operationId) continue
      return { method: method.toUpperCase() as ApiCall['method'], path, operation }
    }
  }
  return null
}

/** Tells a model in advance what a key with a low role cannot do. */
const neededRole = ({ 'x-roles': needed = [...roles] }: Operation): string[] =>
  needed.length === roles.length ? [] : [`Needs the role ${needed.at(-1)} or higher.`]

/**
 * An assistant pages with `offset`, and reads lists as they are usually shown. How people are reached
 * is long to describe and is set up once, in the Studio.
 */
const unused = ['cursor', 'view', 'handoff', 'lead_form']

const inputOf = (tool: ApiTool, found: Found[], schemas: Schemas): Tool['input'] => {
  const parameters = found
    .flatMap(({ operation }) => operation.parameters ?? [])
    .map((one) => inlined<Parameter>(one))
    .filter((one) => one.in !== 'header')
  const body = found[0]?.operation.requestBody
  const media = body && jsonMedia(inlined<RequestBody>(body).content)
  const { properties = {}, required = [] } = media ? coreOf(media.schema ?? {}, schemas) : {}
  const all = [
    ...parameters.map(({ name, schema = {}, description }): [string, Schema] => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
    ...Object.entries(properties),
  ].filter(([name]) => !unused.includes(name))
  const needed = [
    ...parameters.filter((one) => one.required && found.length === 1).map(({ name }) => name),
    ...required,
  ]
  const { only = { required: needed, optional: all.map(([name]) => name) } } = tool
  const known = new Set([...only.required, ...only.optional])
  return {
    properties: Object.fromEntries(
      all
        .filter(([name]) => known.has(name))
        .map(([name, schema]) => [name, argumentOf(schema, schemas)]),
    ),
    required: only.required,
  }
}

const rules = [
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'maxItems',
  'required',
] as const

/** What a model needs to know of a value: its type, its meaning and its limits. */
const argumentOf = (schema: Schema, schemas: Schemas): Schema => {
  const core = coreOf(schema, schemas)
  const { items, additionalProperties, properties } = core
  const description = schema.description ?? core.description
  return {
    type: [core.type].flat().find((type) => type !== 'null') ?? 'string',
    ...(description !== undefined && { description }),
    ...Object.fromEntries(rules.flatMap((rule) => (core[rule] ? [[rule, core[rule]]] : []))),
    ...(items && { items: argumentOf(items, schemas) }),
    ...(additionalProperties === true && { additionalProperties }),
    ...(properties && fieldsOf(properties, schemas)),
  }
}

/** Fields with the same schema, such as the languages of translations, are described once. */
const fieldsOf = (properties: Schemas, schemas: Schemas): Schema => {
  const [first, ...others] = Object.values(properties)
  if (first?.$ref && others.length > 0 && others.every(({ $ref }) => $ref === first.$ref)) {
    const names = Object.keys(properties).join(', ')
    const value = argumentOf(first, schemas)
    return { additionalProperties: { ...value, description: `${value.description} (${names})` } }
  }
  const fields = Object.entries(properties)
  return {
    properties: Object.fromEntries(fields.map(([name, one]) => [name, argumentOf(one, schemas)])),
  }
}

const callOf = ({ method, path: template }: Found, input: Arguments): ApiCall => {
  const rest = { ...input }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || value === '') throw missing(name)
    return encodeURIComponent(value)
  })
  if (method === 'POST' || method === 'PATCH') return { method, path, body: rest }
  const query = queryOf(rest)
  return { method, path: query === '' ? path : `${path}?${query}` }
}

const missing = (name: string) =>
  new ToolError(`${name} is required.`, { code: 'invalid_input', status: 422 })

const queryOf = (input: Arguments): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    for (const one of [value].flat()) query.append(name, String(one))
  }
  return query.toString()
}
