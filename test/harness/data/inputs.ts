import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from '../../../src/platform/http/openapi/document.ts'

// Bodies are JSON text instead of values, because text can contain a number out of range, a
// duplicate field, `__proto__`, or ten thousand brackets.

const text = (value: unknown): string => JSON.stringify(value)

const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`

/** Any UTF-16: lone surrogates and control characters are likely. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })), {
    maxLength: 12,
  })
  .map((units) => String.fromCharCode(...units))

export const oddString: Arbitrary<string> = fc.oneof(
  anyUnits,
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u2028', '\r\nSet-Cookie: a=b', '🏨'],
    ...["' or 1=1 --", '%', '_', '\\', '{{x}}', '<script>', '../../etc/passwd', 'null'],
    ...['__proto__', 'constructor', 'toString', 'NaN', '-1', '1e9', '0x10', 'true', 'ﷺ'],
    ...['2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', 'a@b', 'a@b@c'],
  ),
  fc.constantFrom(201, 2001, 32_001).map((length) => 'x'.repeat(length)),
)

const oddJson: Arbitrary<string> = fc.oneof(
  oddString.map(text),
  fc.jsonValue().map(text),
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e400',
    '-1e400',
    '1e21',
    '9007199254740993',
  ),
  fc.constantFrom('[]', '{}', '[null]', '[[]]', '{"__proto__":{"admin":true}}', '{"":0}'),
  fc.constantFrom(deep('[', ']'), deep('{"a":', '}')),
)

/** JSON that a schema accepts or nearly accepts; further rules may still refuse it. */
const goodJson = (schema: Schema): Arbitrary<string> => {
  const given = [...(schema.examples ?? []), ...(schema.enum ?? []), schema.default].filter(
    (value) => value !== undefined,
  )
  const made = madeFrom(schema)
  if (given.length === 0) return made ?? oddJson
  const examples = fc.constantFrom(...given.map(text))
  return made ? fc.oneof(examples, made) : examples
}

const madeFrom = (schema: Schema): Arbitrary<string> | undefined => {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return fc.oneof(...variants.map(goodJson))
  if (schema.properties) return objectOf(schema, 0)
  switch (schema.type) {
    case 'string':
      if (schema.pattern !== undefined || schema.enum) return undefined
      if (schema.format === 'email') return fc.emailAddress().map(text)
      if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map(text)
      return fc
        .string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: 40 })
        .map(text)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 }).map(text)
    case 'boolean':
      return fc.boolean().map(text)
    case 'null':
      return fc.constant('null')
    case 'object':
      return fc.dictionary(fc.string(), fc.jsonValue()).map(text)
    case 'array':
      return fc
        .array(goodJson(schema.items ?? {}), { maxLength: schema.maxItems ?? 5 })
        .map((items) => `[${items.join(',')}]`)
    default:
      return undefined
  }
}

type Field = [name: string, value: string]

/** An object whose fields are valid, odd or missing; `oddness` out of ten are odd. */
const objectOf = (schema: Schema, oddness: number): Arbitrary<string> => {
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const value = fc.oneof(
      { weight: 10 - oddness, arbitrary: goodJson(property) },
      { weight: oddness, arbitrary: oddJson },
    )
    const needed = schema.required?.includes(name) ? 9 : 4
    return fc.oneof(
      { weight: needed, arbitrary: value.map((it): Field[] => [[name, it]]) },
      { weight: 10 - needed, arbitrary: fc.constant<Field[]>([]) },
    )
  })
  const more = fc.array(fc.tuple(oddString, oddJson), { maxLength: oddness > 0 ? 2 : 0 })
  return fc
    .tuple(fc.tuple(...fields), more)
    .map(([known, unknown]) => [...known.flat(), ...unknown])
    .map((all) => `{${all.map(([name, value]) => `${text(name)}:${value}`).join(',')}}`)
}

/** A body for an operation: mostly an object of its schema, sometimes not JSON. */
export const bodyFor = (schema: Schema): Arbitrary<string | Buffer> =>
  fc.oneof(
    { weight: 5, arbitrary: objectOf(schema, 0) },
    { weight: 10, arbitrary: objectOf(schema, 2) },
    { weight: 2, arbitrary: oddJson },
    { weight: 1, arbitrary: objectOf(schema, 2).map((json) => json.slice(0, -1)) },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(`{"a":"${'x'.repeat(256 * 1024)}"}`) },
  )

/** Text in a URL: encoded, or with invalid percent signs. */
const oddPart: Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: oddString.map((it) => encodeURIComponent(it.toWellFormed())) },
  { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff', '%00', '%2f', '%ed%a0%80', '%c0%80') },
)

/** An id: an existing one, one of another type, or an invalid text. */
export const idFrom = (existing: string[], others: string[]): Arbitrary<string> =>
  fc
    .oneof(
      { weight: 7, arbitrary: fc.constantFrom(...existing) },
      { weight: 1, arbitrary: fc.constantFrom('qpr_01JB0000000000000000000000', ...others) },
      { weight: 2, arbitrary: oddPart.map((part) => part.slice(0, 4000)) },
    )
    // A client resolves a dot segment and would send another path.
    .filter((id) => !/^\.{0,2}$/.test(id))

export const queryFor = (parameters: { name: string; schema?: Schema }[]): Arbitrary<string> => {
  const known = parameters.map(({ name, schema = {} }) => {
    const good = goodJson(schema).map((json) => encodeURIComponent(json.replaceAll(/^"|"$/g, '')))
    const value = fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: oddPart })
    return fc.array(value, { maxLength: 1 }).map((values) => values.map((it) => `${name}=${it}`))
  })
  const names = parameters.map(({ name }) => name)
  const unknown = fc
    .tuple(fc.oneof(oddPart, fc.constantFrom('x', ...names, 'limit[]', '__proto__')), oddPart)
    .map((pair) => pair.join('='))
  return fc
    .tuple(fc.tuple(...known), fc.array(unknown, { maxLength: 1 }))
    .map(([pairs, more]) => [...pairs.flat(), ...more].join('&').slice(0, 8000))
}
