import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { operationsOf } from '../../../../test/harness/checks/document.ts'
import { describeService } from '../../../service/document.ts'
import { jsonMedia, type OpenApiDocument, type Schema } from './document.ts'

// No test changes it.
let made: Promise<OpenApiDocument> | undefined
const readDocument = () => {
  made ??= describeService('https://codes.harbour-hotels.test')
  return made
}

test('the document is OpenAPI 3.1 and names the service', async () => {
  const { openapi, info, servers } = await readDocument()
  assert.match(openapi ?? '', /^3\.1\.\d+$/)
  assert.ok(info.title && info.version && info.description)
  assert.ok(servers?.every(({ url }) => URL.canParse(url)))
})

test('every reference in the document resolves', async () => {
  const document = await readDocument()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)]
  assert.ok(references.length > 0)
  for (const [, reference = ''] of references) {
    const steps = reference.split('/')
    assert.equal(steps.shift(), '#', reference)
    const target = steps.reduce<unknown>(
      (part, step) => (part as Schema)?.[step as '$ref'],
      document,
    )
    assert.ok(target, `${reference} leads nowhere`)
  }
})

test('every schema of the document is JSON Schema 2020-12', async () => {
  const document = await readDocument()
  const ajv = new Ajv2020({ strict: false })
  for (const { name, schema } of schemasOf(document)) {
    assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`)
  }
})

test('every operation has an id, a summary, a description and a known tag', async () => {
  const document = await readDocument()
  const tags = new Set(document.tags?.map(({ name }) => name))
  for (const { name, operation } of operationsOf(document)) {
    const { operationId, summary, description } = operation
    assert.match(operationId ?? '', /^[a-z][A-Za-z]+$/, name)
    assert.match(summary ?? '', /^[A-Z].*[^.]$/, name)
    assert.match(description ?? '', /^[A-Z].*\.$/, name)
    assert.ok(operation.tags?.length === 1 && tags.has(operation.tags[0] ?? ''), name)
  }
})

test('no two operations have the same id', async () => {
  const ids = operationsOf(await readDocument()).map(({ operation }) => operation.operationId)
  assert.ok(ids.length > 15)
  assert.deepEqual(ids, [...new Set(ids)])
})

/** The replay itself is only accepted after a dry run. */
const twoSuccesses: Record<string, string[]> = {
  'POST /v1/webhooks/{id}/replay': ['200', '202'],
}

test('every operation documents its success and all of its errors', async () => {
  for (const { name, method, operation } of operationsOf(await readDocument())) {
    const statuses = Object.keys(operation.responses ?? {})
    const successes = statuses.filter((status) => status.startsWith('2'))
    assert.deepEqual(successes, twoSuccesses[name] ?? [successes[0] ?? 'none'])
    const errors = ['400', '404', '422', '429', '503']
    const isOpen = operation.security?.length === 0
    if (!isOpen) errors.push('401', '403')
    if (method !== 'GET') errors.push('413', '415')
    if (method === 'POST' && !isOpen) errors.push('409')
    for (const status of errors) assert.ok(statuses.includes(status), `${name} lacks ${status}`)
  }
})

/** The responses that are not JSON. */
const otherTypes: Record<string, string[]> = {
  'GET /qr/{file} 200': ['image/png', 'image/svg+xml', 'application/pdf'],
  'GET /v1/qpr-codes/{id}/logo 200': ['image/png', 'image/svg+xml'],
  'GET /v1/organizations/{id}/brand/logo 200': ['image/png', 'image/svg+xml'],
  'POST /v1/qpr-codes/preview-answer 200': ['text/event-stream'],
  'POST /v1/qpr-codes/print-sheet 200': ['application/pdf'],
  'GET /v1/qpr-codes/{id}/print 200': ['application/pdf', 'image/svg+xml'],
  'GET /v1/scans/export 200': ['text/csv', 'application/x-ndjson'],
  'GET /v1/scans/stream 200': ['text/event-stream'],
  'GET /v1/conversations/export 200': ['text/csv', 'application/x-ndjson'],
  'GET /v1/leads/export 200': ['text/csv', 'application/x-ndjson'],
  'GET /v1/organizations/{id}/audit/export 200': ['text/csv', 'application/x-ndjson'],
  'GET /v1/events/stream 200': ['text/event-stream'],
  'GET /c/{token}/events 200': ['text/event-stream'],
}

test('every response of an operation is described, errors as problem+json', async () => {
  for (const { name, operation } of operationsOf(await readDocument())) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      assert.ok('description' in response, `${name} ${status}`)
      assert.match(response.description, /^[A-Z].+\.$/, `${name} ${status}`)
      const types = Object.keys(response.content ?? {})
      const json = status < '400' ? 'application/json' : 'application/problem+json'
      const hasNoBody = status === '204' || status === '304'
      const expected = hasNoBody ? [] : (otherTypes[`${name} ${status}`] ?? [json])
      assert.deepEqual(types, expected, `${name} ${status}`)
    }
  }
})

test('every path parameter is declared, and no other', async () => {
  for (const { name, path, parameters } of operationsOf(await readDocument())) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(declared.map((parameter) => parameter.name).sort(), inPath.sort(), name)
    assert.ok(
      declared.every(({ required }) => required),
      name,
    )
  }
})

test('a parameter that has a default may be omitted', async () => {
  const document = await readDocument()
  const parameters = operationsOf(document).flatMap((operation) => operation.parameters)
  const defaulted = parameters.filter(({ schema }) => schema?.default !== undefined)
  assert.ok(defaulted.length >= 3)
  for (const { name, required } of defaulted) assert.ok(!required, name)
})

test('every parameter has a description and an example', async () => {
  const bare: string[] = []
  for (const { name, parameters } of operationsOf(await readDocument())) {
    for (const parameter of parameters) {
      const isShown = parameter.example !== undefined || hasValue(parameter.schema ?? {})
      if (!parameter.description || !isShown) bare.push(`${name} ${parameter.in} ${parameter.name}`)
    }
  }
  assert.deepEqual(bare, [])
})

test('every field has a description and an example', async () => {
  const document = await readDocument()
  const bare = schemasOf(document).flatMap(({ name, schema }) => bareFields(name, schema, document))
  assert.deepEqual(bare, [])
})

test('every example fits its own schema', async () => {
  const document = await readDocument()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  // Once, and not with every schema.
  ajv.addSchema(inDocument({ components: document.components }), 'document')
  const check = (schema: Schema, where: string) => {
    const fits = schema.examples && ajv.compile(inDocument(schema))
    for (const [index, example] of (schema.examples ?? []).entries()) {
      assert.ok(fits?.(example), `${where}.examples[${index}]: ${ajv.errorsText(fits?.errors)}`)
    }
    for (const [part, inner] of partsOf(schema)) check(inner, `${where}.${part}`)
  }
  for (const { name, schema } of schemasOf(document)) check(schema, name)
})

/** References of a schema lead to the document, and not to itself. */
const inDocument = <T extends object>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'))

/** Every schema with its own example, once: bodies, responses, and named schemas. */
const schemasOf = (document: OpenApiDocument): { name: string; schema: Schema }[] => {
  const named = Object.entries(document.components?.schemas ?? {})
  const inline = operationsOf(document).flatMap(({ name, operation }) => {
    const bodies = operation.requestBody ? [operation.requestBody] : []
    return [...bodies, ...Object.values(operation.responses ?? {})].flatMap((part) => {
      const schema = 'content' in part ? jsonMedia(part.content)?.schema : undefined
      return schema ? [{ name, schema }] : []
    })
  })
  const all = [...named.map(([name, schema]) => ({ name, schema })), ...inline]
  // Most responses of operations are the same errors.
  return [...new Map(all.map((one) => [JSON.stringify(one.schema), one])).values()]
}

const partsOf = (schema: Schema): [string, Schema][] => [
  ...Object.entries(schema.properties ?? {}),
  ...(schema.items ? [['items', schema.items] as [string, Schema]] : []),
  ...(schema.anyOf ?? schema.oneOf ?? []).map((part, at): [string, Schema] => [`or${at}`, part]),
]

const hasValue = (schema: Schema): boolean =>
  [schema.examples?.[0], schema.enum?.[0], schema.const, schema.default].some(
    (value) => value !== undefined,
  )

const bareFields = (name: string, schema: Schema, document: OpenApiDocument): string[] =>
  partsOf(schema).flatMap(([part, inner]) => {
    const here = `${name}.${part}`
    const field = part in (schema.properties ?? {})
    const lacks = [
      field && !inner.description && !inner.$ref && 'description',
      field && !isExemplified(inner, document) && 'example',
    ].filter(Boolean)
    const own = lacks.length > 0 ? [`${here} has no ${lacks.join(' and no ')}`] : []
    return [...own, ...bareFields(here, inner, document)]
  })

/** The examples of an object or a list are those of its parts. */
const isExemplified = (schema: Schema, document: OpenApiDocument): boolean => {
  if (schema.$ref) return true
  if (hasValue(schema) || schema.properties) return true
  if (schema.items) return isExemplified(schema.items, document)
  return (schema.anyOf ?? []).some((part) => isExemplified(part, document))
}
