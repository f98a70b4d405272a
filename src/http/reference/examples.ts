// Example values from the document, or else generated from the schema, so that every operation
// shows a request that can be sent and its response.

import {
  type Examples,
  inlined,
  jsonMedia,
  type Media,
  type OpenApiDocument,
  type Schema,
  type Schemas,
} from './document.ts'
import type { Endpoint } from './outline.ts'
import { coreOf, variantsOf } from './schema.ts'

type Exemplified = { example?: unknown; examples?: unknown[] | Examples }

/** The example of a schema, a parameter or a media type. */
export function givenExample({ example, examples }: Exemplified): unknown {
  if (example !== undefined) return example
  if (Array.isArray(examples)) return examples[0]
  const named = Object.values(examples ?? {})[0]
  return named && inlined<{ value?: unknown }>(named).value
}

/** Not `??`, because `null` is a valid value. */
export const firstDefined = (...values: unknown[]) => values.find((value) => value !== undefined)

/** A request shows what must be sent; a response shows what may be missing. */
export type Direction = 'sent' | 'received'

/**
 * A request example has the required fields and those with an example; a response example has all
 * fields.
 */
export const mediaExample = (media: Media, schemas: Schemas, direction: Direction) =>
  firstDefined(givenExample(media), exampleOf(media.schema ?? {}, schemas, direction))

// Limits schemas that contain themselves.
const deepest = 8

function exampleOf(schema: Schema, schemas: Schemas, direction: Direction, depth = 0): unknown {
  const core = coreOf(schema, schemas)
  const given = firstDefined(givenExample(core), core.default, core.const, core.enum?.[0])
  if (given !== undefined) return given
  if (depth === deepest) return null
  const inner = (part: Schema) => exampleOf(part, schemas, direction, depth + 1)

  if (core.properties) {
    const shown = Object.entries(core.properties).filter(
      ([name, property]) =>
        direction === 'received' ||
        core.required?.includes(name) ||
        givenExample(coreOf(property, schemas)) !== undefined,
    )
    return Object.fromEntries(shown.map(([name, property]) => [name, inner(property)]))
  }
  if (core.items) return [inner(core.items)]
  const variant = variantsOf(core)?.[0]
  return variant ? inner(variant) : plainValue(core)
}

function plainValue(schema: Schema): unknown {
  switch ([schema.type].flat()[0]) {
    case 'string':
      return schema.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : (schema.format ?? 'text')
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return null
  }
}

/** A command for a shell in which `QPR_API_KEY` is set. */
export function curlCommand(endpoint: Endpoint, document: OpenApiDocument): string {
  const schemas = document.components?.schemas ?? {}
  const { requestBody } = endpoint.operation
  const media = requestBody && jsonMedia(inlined(requestBody).content)
  // The URL gets its own line, because most URLs then fit beside the text.
  const method = endpoint.method === 'get' ? '' : `-X ${endpoint.method.toUpperCase()} \\\n  `
  const url = `${document.servers?.[0]?.url ?? ''}${pathWithQuery(endpoint, schemas)}`
  return [
    `curl ${method}${quoted(url)}`,
    ...(takesKey(endpoint, document) ? ['-H "Authorization: Bearer $QPR_API_KEY"'] : []),
    ...headerLines(endpoint, schemas),
    ...(media ? ["-H 'Content-Type: application/json'"] : []),
    ...(media ? [`-d ${quoted(jsonForShell(mediaExample(media, schemas, 'sent')))}`] : []),
  ].join(' \\\n  ')
}

export const asJson = (value: unknown) => JSON.stringify(value, null, 2)

/** Without a security requirement, or with an empty one, an operation needs no key. */
export function takesKey({ operation }: Endpoint, document: OpenApiDocument): boolean {
  const requirements = operation.security ?? document.security ?? []
  return requirements.some((requirement) =>
    Object.keys(requirement).some((name) => {
      const scheme = document.components?.securitySchemes?.[name]
      return scheme && inlined(scheme).scheme?.toLowerCase() === 'bearer'
    }),
  )
}

function pathWithQuery(endpoint: Endpoint, schemas: Schemas): string {
  const path = requiredValues(endpoint, 'path', schemas).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    endpoint.path,
  )
  const query = new URLSearchParams(requiredValues(endpoint, 'query', schemas)).toString()
  return query === '' ? path : `${path}?${query}`
}

const headerLines = (endpoint: Endpoint, schemas: Schemas) =>
  requiredValues(endpoint, 'header', schemas).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )

function requiredValues(endpoint: Endpoint, place: string, schemas: Schemas): [string, string][] {
  return endpoint.parameters
    .filter((parameter) => parameter.in === place && parameter.required)
    .map((parameter) => {
      return [parameter.name, String(mediaExample(parameter, schemas, 'sent'))]
    })
}

// In JSON an apostrophe occurs only in strings, where the escape has the same meaning. The text
// between the shell's quotes therefore stays valid JSON.
const jsonForShell = (value: unknown) => asJson(value).replaceAll("'", '\\u0027')

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
