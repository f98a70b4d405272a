// Every field of every operation, with every kind of wrong value: one entry in `errors` for one pointer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { operationsOf } from '../../../../test/harness/checks/document.ts'
import { describeService } from '../../../service/document.ts'
import { jsonMedia, type RequestBody, type Schema } from '../openapi/document.ts'
import { Problem } from '../problem.ts'
import { createValidatorCompiler } from './validation.ts'

const wrongValues: unknown[] = [
  '',
  ' ',
  '\0',
  'x',
  'x'.repeat(100_001),
  -1,
  0,
  1.5,
  1e15,
  true,
  null,
  [],
  {},
  [''],
  [null],
  [5],
  ['x', 'x'],
  [{}],
  [{ name: '', label: '' }],
  Array.from({ length: 1001 }, () => ''),
  { name: '', label: '', url: '', '': '' },
]

/** Objects with one wrong value each, at every depth of the schema. */
const wrongBodies = (schema: Schema): unknown[] => {
  const fields = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(
    ({ properties = {} }) => Object.entries(properties),
  )
  const inFields = fields.flatMap(([name, field]) =>
    [...wrongValues, ...wrongBodies(field)].map((value) => ({ [name]: value })),
  )
  const inItems = schema.items ? wrongBodies(schema.items).map((value) => [value]) : []
  const ofAlternatives = (schema.anyOf ?? []).flatMap((one) => (one.items ? wrongBodies(one) : []))
  return [...inFields, ...inItems, ...ofAlternatives]
}

test('a wrong value gets one error for its field, in every operation', async () => {
  const document = await describeService('http://localhost:3000')
  const compile = createValidatorCompiler()
  const named: Record<string, unknown> = document.components?.schemas ?? {}
  const inlined = (schema: Schema): Schema =>
    JSON.parse(
      JSON.stringify(schema, (_, value) =>
        typeof value?.$ref === 'string' ? named[value.$ref.split('/').at(-1)] : value,
      ),
    )
  const doubled: string[] = []
  let refused = 0
  const check = (name: string, httpPart: 'body' | 'querystring', described: Schema) => {
    const schema = inlined(described)
    const validate = compile({ schema: schema as TSchema, httpPart, method: '', url: '' })
    for (const value of wrongBodies(schema)) {
      const result = validate(structuredClone(value)) as { error?: unknown }
      if (!(result.error instanceof Problem)) continue
      refused += 1
      const pointers = (result.error.errors ?? []).map(({ pointer }) => pointer)
      const twice = pointers.find((pointer, at) => pointers.indexOf(pointer) !== at)
      if (twice !== undefined)
        doubled.push(`${name}: ${twice} with ${JSON.stringify(value).slice(0, 80)}`)
    }
  }
  for (const { name, operation, parameters } of operationsOf(document)) {
    const body = operation.requestBody && jsonMedia((operation.requestBody as RequestBody).content)
    if (body?.schema) check(name, 'body', body.schema)
    const query = parameters.filter((one) => one.in === 'query')
    const properties = Object.fromEntries(query.map((one) => [one.name, one.schema ?? {}]))
    check(name, 'querystring', { type: 'object', properties })
  }
  assert.ok(refused > 5000, `${refused} values were refused`)
  assert.deepEqual(doubled, [])
})

const errorsOf = (schema: object, value: unknown) => {
  const validate = createValidatorCompiler()({
    schema: { type: 'object', properties: { field: schema } } as unknown as TSchema,
    httpPart: 'body',
    method: '',
    url: '',
  })
  const { error } = validate({ field: value }) as { error?: Problem }
  return error?.errors?.map(({ code, message }) => [code, message])
}

test('the error is the one that helps: a length before a form, and all types of a union', () => {
  const name = { type: 'string', minLength: 1, maxLength: 5, format: 'text' }
  assert.deepEqual(errorsOf(name, ''), [['too_short', 'field must have at least 1 character.']])
  const optional = { anyOf: [name, { type: 'null' }] }
  assert.equal(errorsOf(optional, '')?.[0]?.[0], 'too_short')
  const contact = { anyOf: [{ type: 'object', properties: { url: name } }, { type: 'null' }] }
  assert.deepEqual(errorsOf(contact, { url: '' }), [
    ['too_short', 'field.url must have at least 1 character.'],
  ])
  assert.deepEqual(errorsOf(optional, 5), [['wrong_type', 'field must be a string or null.']])
  const list = {
    type: 'array',
    items: { type: 'object', required: ['a', 'b'], properties: { a: name, b: name } },
  }
  assert.equal(errorsOf(list, [{ a: '', b: '' }])?.length, 2)
})
