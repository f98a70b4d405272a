import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { originPattern } from '#contract/limits.ts'
import { isEmail } from '../../text/email.ts'
import { isText } from '../../text/text.ts'
import { type FieldError, invalidInput, maxErrors, problem } from '../problem.ts'
import { boundArrays } from './bounded-arrays.ts'
import { oneForEachField, pointerOf } from './telling-errors.ts'

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
export const createValidatorCompiler = (
  shared: () => Iterable<TSchema & { $id: string }>,
): FastifySchemaCompiler<TSchema> => {
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
    for (const one of shared()) {
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
