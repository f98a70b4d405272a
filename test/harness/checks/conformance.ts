import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import {
  inlined,
  jsonMedia,
  type OpenApiDocument,
  type PathItem,
} from '../../../src/platform/http/openapi/document.ts'

/** Each schema checks a few responses: it is compiled as fast as possible. */
const options = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  code: { optimize: false },
} as const

type Json = { [key: string]: unknown }

type Answer = { content?: Record<string, Json> }
type Components = { responses?: Record<string, Answer> }

interface Operation {
  pattern: RegExp
  /** By status. */
  responses: Map<string, Documented>
}

interface Documented {
  /** Empty when there is no body. */
  contentTypes: string[]
  /** Null when there is no JSON to check. */
  validator: (() => ValidateFunction) | null
}

export type Conformance = ReturnType<typeof createConformance>

/**
 * Every response of the API in a test must match the OpenAPI document: a documented status, the
 * right content type, exactly the documented fields.
 */
export const createConformance = (document: object) => {
  const { paths = {}, components } = document as { paths?: Json; components?: Components }
  const { ajv, compile } = createCompiler(components)
  const operations = new Map<string, Operation[]>()

  for (const [path, methods] of Object.entries(paths)) {
    const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`)
    for (const [method, operation] of Object.entries(methods as Json)) {
      const responses = new Map<string, Documented>()
      for (const [status, response] of Object.entries((operation as Json).responses as Json)) {
        const { content = {} } = resolved(response as Json, components)
        const schema = jsonMedia(content)?.schema
        const validator = schema ? once(() => compile(schema)) : null
        responses.set(status, { contentTypes: Object.keys(content), validator })
      }
      const name = method.toUpperCase()
      operations.set(name, [...(operations.get(name) ?? []), { pattern, responses }])
    }
  }

  return (
    method: string,
    address: string,
    response: Pick<Response, 'status' | 'headers'>,
    body: unknown,
  ) => {
    assert.match(response.headers.get('request-id') ?? '', /^req_[0-9A-Z]{26}$/)
    const [path = ''] = address.split('?')
    if (!path.startsWith('/v1/')) return
    const operation = operations.get(method)?.find(({ pattern }) => pattern.test(path))
    if (!operation) {
      assert.ok([400, 404, 405].includes(response.status), `${method} ${path} is not documented`)
      return
    }
    const { status } = response
    const label = `${method} ${path} → ${status}`
    const documented = operation.responses.get(String(status))
    assert.ok(documented, `${label} is not documented`)
    const [type] = response.headers.get('content-type')?.split(';') ?? []
    const fits = type ? documented.contentTypes.includes(type) : status === 204 || status === 304
    assert.ok(fits, `${label} has the content type ${type}`)
    const validate = documented.validator?.()
    if (validate) {
      assert.ok(
        validate(body),
        `${label}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(body)}`,
      )
    } else {
      assert.equal(body, undefined, `${label} has a body`)
    }
  }
}

/** Error responses that many operations share are references. */
const resolved = (response: Json, { responses = {} }: Components = {}): Answer => {
  if (typeof response.$ref !== 'string') return response
  const name = response.$ref.replace('#/components/responses/', '')
  return responses[name] ?? assert.fail(`${response.$ref} leads nowhere`)
}

/** Every event must match the document: exactly the documented fields. */
export const createEventConformance = (document: object) => {
  const { webhooks = {}, components } = document as OpenApiDocument
  const { ajv, compile } = createCompiler(components)
  return (event: { event: string; [field: string]: unknown }) => {
    const { post } = inlined<PathItem>(webhooks[event.event] ?? {})
    const schema = post?.requestBody && jsonMedia(inlined(post.requestBody).content)?.schema
    assert.ok(schema, `${event.event} is not documented`)
    const fits = compile(schema)
    assert.ok(fits(event), `${ajv.errorsText(fits.errors)} ${JSON.stringify(event)}`)
  }
}

/** Compiles each schema once: many operations have the same one. */
const createCompiler = (components: object | undefined) => {
  const ajv = new Ajv2020(options)
  ajv.addSchema(closeObjects({ components }), documentName)
  const compiled = new Map<string, ValidateFunction>()
  const compile = (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema)
    const made = compiled.get(text) ?? ajv.compile(closeObjects(schema))
    compiled.set(text, made)
    return made
  }
  return { ajv, compile }
}

/** On demand, because compiling every schema of the document takes longer than most tests. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const documentName = 'document'

const isPlain = (key: string) => key === 'examples' || key === 'default'

/**
 * A response has exactly the listed fields; only metadata is open. References lead to the schemas
 * of the document, which are compiled once.
 */
const closeObjects = <T>(schema: T): T => {
  if (Array.isArray(schema)) return schema.map(closeObjects) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const closed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' ? `${documentName}${value}` : isPlain(key) ? value : closeObjects(value),
    ]),
  )
  const isObject =
    closed.type === 'object' && closed.properties && !('additionalProperties' in closed)
  return (isObject ? { ...closed, additionalProperties: false } : closed) as T
}
