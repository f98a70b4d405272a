import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { originPattern } from '#contract/limits.ts'
import { isEmail } from '../../text/email.ts'
import { isText } from '../../text/text.ts'
import { type FieldError, invalidInput, maxErrors, problem } from '../problem.ts'
import { namedSchemas } from '../schema.ts'

/** Formats of our schemas: text rules that JSON Schema cannot express. */
const formats = {
  text: isText,
  'date-time': (value: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value)),
  email: isEmail,
}

/**
 * Strict: a number is not accepted as text. Only query parameters, which are always text, are
 * converted.
 */
export const createValidatorCompiler = (): FastifySchemaCompiler<TSchema> => {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: false,
    formats,
    // The meta schema uses the keywords that are replaced below.
    meta: false,
    validateSchema: false,
  })
  boundArrays(ajv)
  const made = new Map<string, ValidateFunction>()
  const validatorFor = (schema: TSchema) => {
    const text = JSON.stringify(schema)
    const known = made.get(text)
    if (known) return known
    for (const one of namedSchemas()) {
      if (!(one.$id in ajv.schemas)) ajv.addSchema(one)
    }
    const validate = ajv.compile(schema)
    made.set(text, validate)
    return validate
  }

  return ({ schema, httpPart }) => {
    // Compiled on first use, which for most routes is long after the start. Equal schemas share a
    // validator.
    let validate: ValidateFunction | undefined
    const integers = httpPart === 'querystring' ? parametersOf(schema, 'integer') : []
    const lists = httpPart === 'querystring' ? parametersOf(schema, 'array') : []
    return (data: unknown) => {
      for (const name of integers) readInteger(data as Record<string, unknown>, name)
      for (const name of lists) readList(data as Record<string, unknown>, name)
      validate ??= validatorFor(schema)
      if (validate(data)) return { value: data }
      return { error: asProblem(validate.errors ?? [], httpPart ?? 'body') }
    }
  }
}

const parametersOf = (schema: TSchema, type: 'integer' | 'array'): string[] => {
  const properties = 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {}
  return Object.keys(properties).filter((name) => {
    const property = properties[name]
    return property && 'type' in property && property.type === type
  })
}

/** Accepts decimal digits only: `1e2`, ` 5` and `0x10` stay text and are refused. */
const readInteger = (query: Record<string, unknown>, name: string) => {
  const value = query[name]
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) query[name] = Number(value)
}

/** A parameter that can be repeated: `tag=a&tag=b`. Given once, it arrives as text. */
const readList = (query: Record<string, unknown>, name: string) => {
  const value = query[name]
  if (typeof value === 'string') query[name] = [value]
}

const asProblem = (errors: ErrorObject[], httpPart: string) => {
  const [first] = errors
  if (httpPart === 'body' && first?.instancePath === '' && first.keyword === 'type') {
    return problem(400, 'body_not_an_object', 'The body must be a JSON object.')
  }
  return invalidInput(oneForEachField(errors).slice(0, maxErrors).map(asFieldError))
}

const asFieldError = (error: ErrorObject): FieldError => {
  const pointer = pointerOf(error)
  const field = pointer.slice(1).replaceAll('/', '.') || 'The request'
  const { code, rule } = explain(error)
  return { pointer, code, message: `${field} ${rule}.` }
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const explain = ({ keyword, params, message }: ErrorObject): { code: string; rule: string } => {
  switch (keyword) {
    case 'required':
      return { code: 'required', rule: 'is required' }
    case 'type':
      return { code: 'wrong_type', rule: `must be ${withArticle(params.type)}` }
    case 'enum':
      return { code: 'unknown_value', rule: `must be one of ${params.allowedValues.join(', ')}` }
    case 'minLength':
      return { code: 'too_short', rule: `must have at least ${counted(params.limit, 'character')}` }
    case 'maxLength':
      return { code: 'too_long', rule: `must have at most ${counted(params.limit, 'character')}` }
    case 'minItems':
      return { code: 'too_few', rule: `must have at least ${counted(params.limit, 'item')}` }
    case 'maxItems':
      return { code: 'too_many', rule: `must have at most ${counted(params.limit, 'item')}` }
    case 'uniqueItems':
      return { code: 'duplicate', rule: 'must not contain the same value twice' }
    case 'minimum':
      return { code: 'too_small', rule: `must be at least ${params.limit}` }
    case 'maximum':
      return { code: 'too_large', rule: `must be at most ${params.limit}` }
    case 'format':
      return { code: 'invalid_format', rule: formatRules[params.format] ?? 'has the wrong form' }
    case 'pattern':
      return {
        code: 'invalid_format',
        rule: patternRules[params.pattern] ?? `must match ${params.pattern}`,
      }
    default:
      return { code: 'invalid', rule: message ?? 'is invalid' }
  }
}

/** Patterns that are hard to read. */
const patternRules: Record<string, string> = {
  [originPattern]: 'must be a scheme and a host such as https://www.example.com, without a path',
}

const formatRules: Record<string, string> = {
  text: 'must not be blank and must not contain a NUL or a lone surrogate',
  'date-time': 'must be an ISO 8601 time such as 2026-01-31T12:00:00Z',
  email: 'must be an e-mail address without invisible characters or look-alike letters',
}

const withArticle = (type: string | string[]): string =>
  [type]
    .flat()
    .map((name) => {
      if (name === 'null') return name
      return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`
    })
    .join(' or ')

/** The field that an error is about, as a JSON pointer. */
const pointerOf = ({ instancePath, keyword, params }: ErrorObject): string =>
  keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath

/**
 * A caller corrects one field at a time, so each has one error: the first one that Ajv reports. An empty
 * text is too short, and not also blank.
 */
const oneForEachField = (errors: ErrorObject[]): ErrorObject[] => {
  const fields = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    const pointer = pointerOf(error)
    const known = fields.get(pointer)
    if (known) known.push(error)
    else fields.set(pointer, [error])
  }
  const outer = new Set([...fields.keys()].flatMap(parentsOf))
  const telling = [...fields].flatMap(([pointer, ofField]) =>
    // The value fits the type of one alternative, whose own fields are wrong.
    outer.has(pointer) && ofField.every(isOfUnion) ? [] : tellingOf(ofField),
  )
  return telling.length > 0 ? telling : errors.slice(0, 1)
}

const parentsOf = (pointer: string): string[] =>
  [...pointer.matchAll(/\//g)].map(({ index }) => pointer.slice(0, index))

const isOfUnion = (error: ErrorObject): boolean =>
  error.keyword === 'anyOf' || (error.keyword === 'type' && isOfAlternative(error))

const isOfAlternative = ({ schemaPath }: ErrorObject): boolean => schemaPath.includes('/anyOf/')

/** The alternatives of a union report their errors before the union itself, whose error says nothing. */
const tellingOf = (errors: ErrorObject[]): ErrorObject[] => {
  const own = errors.filter(({ keyword }) => keyword !== 'anyOf')
  const [first] = own
  if (first?.keyword !== 'type' || !isOfAlternative(first)) return own.slice(0, 1)
  // A value that fits the type of one alternative breaks a rule of that one.
  const rule = own.find(({ keyword }) => keyword !== 'type')
  if (rule) return [rule]
  const types = own.flatMap(({ params }) => [params.type].flat())
  return [{ ...first, params: { type: [...new Set(types)] } }]
}

/** Two errors are enough to correct an item, and leave room for the errors of other items. */
const maxErrorsOfItem = 2

type Collected = Partial<ErrorObject>[]

/**
 * Replaces the two keywords of Ajv whose cost a caller can raise. Ajv compares all pairs for
 * `uniqueItems`, and with `allErrors` it validates every item of an array that is too long and keeps
 * every error.
 */
const boundArrays = (ajv: Ajv) => {
  ajv.removeKeyword('items').removeKeyword('uniqueItems')
  ajv.addKeyword(itemsKeyword(ajv)).addKeyword(uniqueKeyword)
}

/** Skips the items of an array that is too long, and stops when enough errors are found. */
const itemsKeyword = (ajv: Ajv): FuncKeywordDefinition => ({
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  // Defaults are written into the items.
  modifying: true,
  errors: 'full',
  compile(itemSchema, parentSchema) {
    const validateItem = ajv.compile(itemSchema)
    const { maxItems = Number.POSITIVE_INFINITY } = parentSchema as { maxItems?: number }
    const validate = (items: unknown[], context?: { instancePath: string }): boolean => {
      validate.errors = []
      if (items.length > maxItems) return true
      for (let index = 0; index < items.length && validate.errors.length < maxErrors; index++) {
        if (validateItem(items[index])) continue
        const path = `${context?.instancePath ?? ''}/${index}`
        const errors = oneForEachField(validateItem.errors ?? []).slice(0, maxErrorsOfItem)
        for (const error of errors) {
          validate.errors.push({ ...error, instancePath: `${path}${error.instancePath}` })
        }
      }
      return validate.errors.length === 0
    }
    validate.errors = [] as Collected
    return validate
  },
})

/** Runs in linear time. Compares scalars only, because no schema needs unique objects. */
const uniqueKeyword: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  compile(isUnique: boolean, parentSchema) {
    const { maxItems = Number.POSITIVE_INFINITY } = parentSchema as { maxItems?: number }
    return (items: unknown[]) => {
      // An array that is too long is refused for its length.
      if (!isUnique || items.length > maxItems) return true
      return new Set(items.map(asKey)).size === items.length
    }
  },
}

/** An object is its own key, and `items` refuses it. The type keeps `1` and `"1"` apart. */
const asKey = (item: unknown): unknown =>
  typeof item === 'object' && item !== null ? item : `${typeof item} ${String(item)}`
