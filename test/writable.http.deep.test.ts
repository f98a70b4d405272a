// Only writable fields are read from a request; all others are ignored and never stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { OpenApiDocument, Schema } from '../src/platform/http/openapi/document.ts'
import { createCode, createOrganization } from './harness/data/given.ts'
import { type Service, startService } from './harness/service/service.ts'
import { type Given, operations, type Request } from './roles.operations.ts'

const canary = 'canary-3f9a'
const settings = { QPR_LIMIT_INVITATIONS_PER_DAY: '1000000', QPR_LIMIT_MESSAGES_PER_MINUTE: '9999' }

interface Node extends Omit<Schema, 'properties' | 'items' | 'anyOf' | 'enum'> {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** Every field of every schema of the document, by its name. */
const fieldsOf = (document: OpenApiDocument): Map<string, Node> => {
  const fields = new Map<string, Node>()
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as Node
    if (properties && typeof properties === 'object') {
      for (const [name, field] of Object.entries(properties)) fields.set(name, field)
    }
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(document)
  return fields
}

const rightValue = ({ type, enum: values, anyOf }: Node): unknown => {
  if (anyOf) return rightValue(anyOf[0] ?? {})
  if (values) return values.at(-1)
  if (type === 'integer' || type === 'number') return 918273645
  if (type === 'boolean') return true
  if (type === 'array') return [canary]
  return type === 'object' ? { [canary]: canary } : canary
}

const kinds: Record<string, (field: Node) => unknown> = {
  'the right type': rightValue,
  'the wrong type': (field) => (rightValue(field) === canary ? 918273645 : canary),
  null: () => null,
  'an empty object': () => ({}),
  'an empty list': () => [],
  'a long text': () => canary.repeat(20),
  'a deep object': () => JSON.parse(`${'{"a":'.repeat(30)}"${canary}"${'}'.repeat(30)}`),
}

const documentOf = async ({ get }: Service) => (await get<OpenApiDocument>('/openapi.json')).body

const resolve = (document: OpenApiDocument, { $ref, anyOf, ...schema }: Node): Node => {
  if ($ref) {
    const named = document.components?.schemas?.[$ref.split('/').at(-1) ?? '']
    return resolve(document, (named ?? {}) as Node)
  }
  if (anyOf) return resolve(document, anyOf.find((one) => one.type !== 'null') ?? {})
  return schema
}

const bodySchema = (document: OpenApiDocument, name: string): Node => {
  const [method = '', path = ''] = name.split(' ')
  const operation = document.paths?.[path]?.[method.toLowerCase() as 'post']
  const body = operation?.requestBody
  const schema = body && 'content' in body ? body.content['application/json']?.schema : undefined
  return resolve(document, (schema ?? {}) as Node)
}

/** The body with every field that its schema does not declare, at every depth. */
const withForeignFields = (
  document: OpenApiDocument,
  fields: Map<string, Node>,
  schema: Node,
  body: unknown,
  value: (field: Node) => unknown,
): unknown => {
  const { properties, items } = resolve(document, schema)
  if (Array.isArray(body)) {
    return body.map((item) => withForeignFields(document, fields, items ?? {}, item, value))
  }
  if (typeof body !== 'object' || body === null || !properties) return body
  const inner = Object.entries(body).map(([name, field]) => [
    name,
    withForeignFields(document, fields, properties[name] ?? {}, field, value),
  ])
  const foreign = [...fields].flatMap(([name, field]) =>
    Object.hasOwn(properties, name) ? [] : [[name, value(field)]],
  )
  return Object.fromEntries([...foreign, ...inner])
}

/** The common part of two responses about equal objects. */
const likeness = (text: string): string =>
  text
    .replaceAll(/\b(whsec_|qpr_sk_)[\w+/=]+/g, 'SECRET')
    .replaceAll(/\b[a-z]{2,4}_[0-9A-Z]{26}/g, 'ID')
    .replaceAll(/"slug":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z|v1,[\w+/=]+|sha256=\w+/g, 'X')
    .replaceAll(/(?<=\/s\/|\/qr\/|"short_id":")[0-9a-z]{8}/g, 'SHORT')
    .replaceAll(/ d=\\"[^"]*"/g, 'PATH')
    .replaceAll(/"(duration_ms|webhook-timestamp)":"?\d+"?/g, 'T')

const structured = {
  contact: { label: 'Call', url: 'tel:+4940123456' },
  style: { color: '#0f6b5c' },
  metadata: { table: 12 },
  suggestions: ['When?'],
}

/** With the optional fields that have nested fields. */
const richer = (name: string, { body, ...rest }: Request): Request => {
  if (name === 'POST /v1/qpr-codes/bulk') {
    return { ...rest, body: { ...body, codes: [{ name: 'a', prompt: 'b', ...structured }] } }
  }
  const isCode = ['POST /v1/qpr-codes', 'PATCH /v1/qpr-codes/{id}'].includes(name)
  return { ...rest, body: isCode ? { ...body, ...structured } : (body ?? {}) }
}

const takesJson = (document: OpenApiDocument) =>
  Object.entries(operations).filter(
    ([name, { refusal }]) => bodySchema(document, name).properties && !refusal,
  )

const storedText = async ({ database }: Service): Promise<string> => {
  const tables = await database.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database.db)),
  )
  return JSON.stringify(rows.map((result) => result.rows))
}

test('an undeclared field is ignored for any value', async (t) => {
  const service = await startService(t, { settings })
  const document = await documentOf(service)
  const fields = fieldsOf(document)
  for (const [name, { request }] of takesJson(document)) {
    const [method = ''] = name.split(' ')
    const send = async (value: ((field: Node) => unknown) | null) => {
      const { id } = await createOrganization(service)
      const given: Given = { service, organizationId: id, key: service.key }
      const { path, body, headers = {} } = richer(name, await request(given))
      const schema = bodySchema(document, name)
      const sent = value ? withForeignFields(document, fields, schema, body, value) : body
      const { status, text } = await service.request(method, path, { body: sent, headers })
      // A PDF or a stream has no fields.
      return { status, text: text.startsWith('{') ? likeness(text) : '' }
    }
    const plain = await send(null)
    assert.ok(plain.status < 300, `${name}: ${plain.text}`)
    for (const [kind, value] of Object.entries(kinds)) {
      assert.deepEqual(await send(value), plain, `${name} with ${kind} in every foreign field`)
    }
  }
  const stored = await storedText(service)
  for (const trace of [canary, '918273645']) assert.ok(!stored.includes(trace), trace)
})

test('a declared field with any value is accepted or refused, without a server error', async (t) => {
  const service = await startService(t, { settings })
  const document = await documentOf(service)
  const { id } = await createOrganization(service)
  const given: Given = { service, organizationId: id, key: service.key }
  for (const [name, { request }] of takesJson(document)) {
    const [method = ''] = name.split(' ')
    const { path, body, headers = {} } = richer(name, await request(given))
    const fields = Object.entries(bodySchema(document, name).properties ?? {})
    for (const [field, schema] of fields) {
      for (const [kind, value] of Object.entries(kinds)) {
        const sent = { ...body, [field]: value(resolve(document, schema)) }
        const { status } = await service.request(method, path, { body: sent, headers })
        assert.ok(status < 500, `${name}: ${field} with ${kind}: ${status}`)
      }
    }
  }
})

test('a new code is active, regardless of the request', async (t) => {
  const service = await startService(t)
  for (const status of ['archived', 'active', 'deleted', '', null, {}, [], 7, true]) {
    assert.equal((await createCode(service, { status })).status, 'active')
    const codes = [{ name: 'a', prompt: 'b', status }]
    const { body } = await service.post<{ codes: { status: string }[] }>('/v1/qpr-codes/bulk', {
      codes,
    })
    assert.deepEqual(
      body.codes.map((code) => code.status),
      ['active'],
    )
  }
  const { body } = await service.get<{ total: number }>('/v1/qpr-codes?status=archived')
  assert.equal(body.total, 0)
})

test('visitors can write only messages and ratings', async (t) => {
  const service = await startService(t, { settings })
  const fields = [...fieldsOf(await documentOf(service))]
  const code = await createCode(service)
  const open = async () =>
    (await service.post<{ token: string }>(`/s/${code.short_id}/conversations`)).body.token
  for (const [kind, value] of Object.entries(kinds)) {
    const foreign = Object.fromEntries(fields.map(([name, field]) => [name, value(field)]))
    const written = ['text', 'client_id', 'rating', 'comment', 'message_id']
    const ignored = { ...foreign }
    for (const name of written) delete ignored[name]
    const token = await open()
    const said = await service.post(`/c/${token}/messages`, { ...ignored, text: 'Hello' })
    assert.equal(said.status, 202, kind)
    const rated = await service.post(`/c/${token}/rating`, { ...ignored, rating: 'up' })
    assert.equal(rated.status, 204, kind)
  }
  assert.ok(!(await storedText(service)).includes(canary))
})
