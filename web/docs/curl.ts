import {
  inlined,
  jsonMedia,
  type OpenApiDocument,
  type Schemas,
} from '../../src/platform/http/openapi/document.ts'
import { mediaExample } from '../../src/platform/http/openapi/schema.ts'
import type { Endpoint } from './outline.ts'

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
