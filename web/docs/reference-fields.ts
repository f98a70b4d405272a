// Fields and parameters as a Markdown list. Lists stay readable on a narrow screen; tables do not.
import type {
  Header,
  Parameter,
  Schema,
  Schemas,
} from '../../src/platform/http/openapi/document.ts'
import {
  constraintsOf,
  coreOf,
  type Direction,
  firstDefined,
  givenExample,
  refName,
  variantsOf,
} from '../../src/platform/http/openapi/schema.ts'

/** The named schemas, and the anchors of those with their own section. */
export type Named = { schemas: Schemas; anchors: ReadonlyMap<string, string> }

interface Field {
  name: string
  schema: Schema
  required: boolean
  deprecated: boolean
  description: string
  example: unknown
}

/** The fields of an object, with nested ones as `contact.label` and `errors[].code`. */
export const fieldList = (schema: Schema, direction: Direction, named: Named): string =>
  list(nestedFields(coreOf(schema, named.schemas), '', named), direction, named)

export const parameterList = (
  parameters: readonly (Header & Pick<Parameter, 'name'>)[],
  direction: Direction,
  named: Named,
): string =>
  list(
    parameters.map(({ schema = {}, ...given }) => {
      const core = coreOf(schema, named.schemas)
      return {
        name: given.name,
        schema,
        required: given.required ?? false,
        deprecated: given.deprecated ?? false,
        description: given.description ?? core.description ?? '',
        example: firstDefined(givenExample(given), givenExample(core)),
      }
    }),
    direction,
    named,
  )

/** A short name for the type of a schema. An object with its own section becomes a link. */
export const typeLabel = (schema: Schema, named: Named): string => {
  const name = refName(schema)
  if (name !== undefined) {
    const target = named.schemas[name] ?? {}
    const anchor = named.anchors.get(name)
    return anchor ? `[${target.title ?? name}](objects.md#${anchor})` : typeLabel(target, named)
  }
  const variants = variantsOf(schema)
  if (variants) {
    return [...new Set(variants.map((variant) => typeLabel(variant, named)))].join(' or ')
  }
  if (schema.items) {
    const orNull = schema.type?.includes('null') ? ' or null' : ''
    return `array of ${typeLabel(schema.items, named)}${orNull}`
  }
  return plainType(schema, named)
}

const plainType = (schema: Schema, named: Named): string => {
  const values = schema.additionalProperties
  if (typeof values === 'object' && (values.type || values.$ref)) {
    return `object of ${plainType(coreOf(values, named.schemas), named)}`
  }
  const types = schema.type ?? (schema.properties || schema.allOf ? 'object' : undefined)
  const words = types === undefined ? inferred(schema) : [types].flat().join(' or ')
  return schema.format === undefined ? words : `${words} (${schema.format})`
}

/** `enum` and `const` may occur without a type. */
const inferred = (schema: Schema): string => {
  const value = schema.const ?? schema.enum?.[0]
  return value === undefined ? 'any' : typeof value
}

const nestedFields = (schema: Schema, path: string, named: Named): Field[] => {
  const name = refName(schema)
  if (path !== '' && name !== undefined && named.anchors.has(name)) return []
  const core = coreOf(schema, named.schemas)
  if (core.items) return nestedFields(core.items, `${path}[]`, named)
  const variants = variantsOf(core) ?? []
  return [
    ...variants.flatMap((variant) => nestedFields(variant, path, named)),
    ...Object.entries(core.properties ?? {}).flatMap(([property, inner]) => {
      const at = path === '' ? property : `${path}.${property}`
      const required = core.required?.includes(property) ?? false
      return [fieldOf(at, inner, required, named), ...nestedFields(inner, at, named)]
    }),
  ]
}

const fieldOf = (name: string, schema: Schema, required: boolean, named: Named): Field => {
  const core = coreOf(schema, named.schemas)
  return {
    name,
    schema,
    required,
    deprecated: core.deprecated ?? false,
    description: core.description ?? '',
    example: givenExample(core),
  }
}

/** The fields are the same in every language, so one stands for all. */
const isRepeated = (name: string): boolean => /\btranslations\.(?!en\b)/.test(name)

const list = (fields: readonly Field[], direction: Direction, named: Named): string =>
  fields
    .filter(({ name }) => !isRepeated(name))
    .map((field) => item(field, direction, named))
    .join('\n')

const item = (field: Field, direction: Direction, named: Named): string => {
  const { schema, example } = field
  const marks = [
    typeLabel(schema, named),
    direction === 'sent' && field.required && 'required',
    direction === 'received' && !field.required && 'optional',
    field.deprecated && 'deprecated',
  ].filter(Boolean)
  const fallback = coreOf(schema, named.schemas).default
  const notes = [
    oneLine(field.description),
    ...constraintsOf(schema, named.schemas).map((rule) => `${capitalized(rule)}.`),
    fallback === undefined ? '' : `Default: ${value(fallback)}.`,
    example === undefined || example === fallback ? '' : `Example: ${value(example)}.`,
  ].filter((note) => note !== '')
  return `- \`${field.name}\` (${marks.join(', ')})${notes.length > 0 ? ': ' : ''}${notes.join(' ')}`
}

const value = (given: unknown): string => `\`${JSON.stringify(given)}\``

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim()
