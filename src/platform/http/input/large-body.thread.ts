// Work on a body that is too large for the event loop.
import { isUtf8 } from 'node:buffer'
import type { TSchema } from 'typebox'
import { canonicalJson } from '../../kit/canonical.ts'
import { sha256Hex } from '../../kit/ids.ts'
import { type FieldError, maxErrors, Problem } from '../problem.ts'
import type { NamedSchema } from '../schema.ts'
import { type Outline, type OutlineFault, outlineOf, type Range, textOf } from './outline.ts'
import { createValidatorCompiler } from './validation.ts'

/**
 * The maximum for a single value of a large body, such as a row. Equals the limit of other bodies.
 */
const maxValueBytes = 256 * 1024
/** More than any schema allows. */
const maxItems = 1000
const maxIdBytes = 1000

interface ObjectSchema {
  properties?: Record<string, { type?: string; items?: TSchema }>
}

export interface Outlined {
  hash: string
  outline: Outline
  /** The short texts of the body, which name the organization. */
  texts: Record<string, string>
}

export type BodyFault = OutlineFault | 'not_utf8'

/** First step: checks the outer structure, without parsing the values. */
export const outlineBody = (body: SharedArrayBuffer): Outlined | BodyFault => {
  const bytes = new Uint8Array(body)
  const buffer = Buffer.from(body)
  if (!isUtf8(buffer)) return 'not_utf8'
  const outline = outlineOf(bytes, maxItems)
  if (typeof outline === 'string') return outline
  const texts: Outlined['texts'] = {}
  for (const { name, range, items } of outline.members) {
    if (items || range[1] - range[0] > maxIdBytes) continue
    const value = parsed(bytes, range)
    if (typeof value === 'string') texts[name] = value
  }
  return { hash: sha256Hex(buffer), outline, texts }
}

export interface Validation {
  body: SharedArrayBuffer
  outline: Outline
  schema: TSchema
  shared: NamedSchema[]
}

/** Second step: checks lengths and types, then each item. */
export const validateBody = (input: Validation): FieldError[] | 'not_json' => {
  const { body, outline, schema, shared } = input
  const bytes = new Uint8Array(body)
  try {
    const errors = errorsOfMembers(bytes, outline, schema, shared)
    return errors.length > 0 ? errors : errorsOfItems(bytes, outline, schema, shared)
  } catch (error) {
    if (error instanceof SyntaxError) return 'not_json'
    throw error
  }
}

/** Third step, for a request that may be a repetition: null for a body that is nested too deeply. */
export const hashBody = (body: SharedArrayBuffer): string | null => {
  const text = canonicalJson(Buffer.from(body).toString('utf8'))
  return text === null ? null : sha256Hex(text)
}

const errorsOfMembers = (
  bytes: Uint8Array,
  { members }: Outline,
  schema: TSchema,
  shared: NamedSchema[],
): FieldError[] => {
  const value: Record<string, unknown> = {}
  for (const { name, range, items } of members) {
    const isList = items && listOf(schema, name)
    const tooLong = isList ? null : tooLarge(`/${name}`, range)
    if (tooLong) return [tooLong]
    const length = Math.min(items?.count ?? 0, maxItems)
    Object.defineProperty(value, name, {
      value: isList ? new Array(length).fill(null) : JSON.parse(textOf(bytes, range)),
      enumerable: true,
    })
  }
  return errorsOf(validatorOf(withoutItems(schema), shared), value)
}

const errorsOfItems = (
  bytes: Uint8Array,
  { members }: Outline,
  schema: TSchema,
  shared: NamedSchema[],
): FieldError[] => {
  const errors: FieldError[] = []
  for (const { name, items } of members) {
    const itemSchema = listOf(schema, name)
    if (!items || !itemSchema) continue
    // An item that is validated alone has the same errors, at another position.
    const validate = validatorOf({ type: 'object', properties: { item: itemSchema } }, shared)
    for (const [index, range] of items.ranges.entries()) {
      const pointer = `/${name}/${index}`
      const tooLong = tooLarge(pointer, range)
      const found = tooLong
        ? [tooLong]
        : errorsOf(validate, { item: JSON.parse(textOf(bytes, range)) }).slice(0, 2)
      for (const error of found) errors.push(tooLong ? error : movedTo(error, pointer))
      if (errors.length >= maxErrors) return errors.slice(0, maxErrors)
    }
  }
  return errors
}

const movedTo = ({ pointer, code, message }: FieldError, to: string): FieldError => ({
  pointer: pointer.replace('/item', to),
  code,
  message: message.replace('item', to.slice(1).replaceAll('/', '.')),
})

const tooLarge = (pointer: string, [start, end]: Range): FieldError | null =>
  end - start <= maxValueBytes
    ? null
    : {
        pointer,
        code: 'too_long',
        message: `${pointer.slice(1).replaceAll('/', '.')} must have at most 256 KB as JSON.`,
      }

const listOf = (schema: TSchema, name: string): TSchema | undefined => {
  const { properties } = schema as ObjectSchema
  return properties && Object.hasOwn(properties, name) ? properties[name]?.items : undefined
}

const withoutItems = (schema: TSchema): TSchema => {
  const { properties = {} } = schema as ObjectSchema
  const bare = Object.entries(properties).map(([name, { items: _items, ...rest }]) => [name, rest])
  return { ...schema, properties: Object.fromEntries(bare) } as TSchema
}

type Validate = (data: unknown) => { error?: Error } | { value: unknown }

const validators = new Map<string, Validate>()

const validatorOf = (schema: TSchema, shared: NamedSchema[]): Validate => {
  const key = JSON.stringify(schema)
  const known = validators.get(key)
  if (known) return known
  const compiler = createValidatorCompiler(() => shared)
  const made = compiler({ schema, httpPart: 'body', method: '', url: '' }) as Validate
  validators.set(key, made)
  return made
}

const errorsOf = (validate: Validate, data: unknown): FieldError[] => {
  const result = validate(data)
  const error = 'error' in result ? result.error : undefined
  return error instanceof Problem ? (error.errors ?? []) : []
}

const parsed = (bytes: Uint8Array, range: Range): unknown => {
  try {
    return JSON.parse(textOf(bytes, range))
  } catch {
    return undefined
  }
}
