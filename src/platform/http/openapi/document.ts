// The parts of an OpenAPI 3.1 document that the reference page reads. The types are as loose as
// those of @fastify/swagger, so that the result of `app.swagger()` fits without a cast once
// `'openapi' in document` excludes Swagger 2.

export type OpenApiDocument = {
  openapi?: string
  info: {
    title: string
    version: string
    description?: string
    license?: { name: string; identifier?: string }
    contact?: { name?: string; url?: string }
  }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths?: { [path: string]: PathItem | undefined }
  webhooks?: { [event: string]: PathItem | Reference }
  components?: {
    schemas?: { [name: string]: Schema }
    responses?: { [name: string]: Response }
    headers?: { [name: string]: Header }
    examples?: Examples
    securitySchemes?: { [name: string]: SecurityScheme | Reference }
  }
  security?: SecurityRequirement[]
}

export type Reference = { $ref: string }

export const documentMethods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const
export type Method = (typeof documentMethods)[number]

export type PathItem = { [method in Method]?: Operation } & {
  parameters?: (Parameter | Reference)[]
}

export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody | Reference
  responses?: { [status: string]: Response | Reference }
  security?: SecurityRequirement[]
  'x-roles'?: string[]
}

export type Parameter = Header & { name: string; in: string }

export type Header = {
  description?: string
  required?: boolean
  deprecated?: boolean
  schema?: Schema
  example?: unknown
  examples?: Examples
}

export type RequestBody = { description?: string; required?: boolean; content: Content }

export type Response = {
  description: string
  headers?: { [name: string]: Header | Reference }
  content?: Content
}

export type Content = { [mediaType: string]: Media }

export type Media = { schema?: Schema; example?: unknown; examples?: Examples }

export type Examples = { [name: string]: { value?: unknown } | Reference }

export type Schema = {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  properties?: { [name: string]: Schema }
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  deprecated?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  maxProperties?: number
  'x-enumDescriptions'?: { [value: string]: string }
}

export type Schemas = { [name: string]: Schema }

type SecurityRequirement = { [scheme: string]: string[] }

type SecurityScheme = { type: string; scheme?: string }

/** A part that is never a reference in the document, or one of a document that is `expanded`. */
export function inlined<Part extends object>(part: Part | Reference): Part {
  if (isReference(part)) throw new Error(`${part.$ref}: a reference is not expected here`)
  return part
}

const isReference = (part: object): part is Reference => '$ref' in part

/** The JSON media type: `application/json`, or a variant such as `application/problem+json`. */
export function jsonMedia(content: Content | undefined): Media | undefined {
  const entry = Object.entries(content ?? {}).find(([type]) => /[/+]json\b/.test(type))
  return entry?.[1]
}
