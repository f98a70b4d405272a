// Fields and parameters as a Markdown table. On a phone the style of the site stacks its cells.
import type {
  Header,
  Parameter,
  Schema,
  Schemas,
} from '../../src/platform/http/openapi/document.ts'
import {
  coreOf,
  type Direction,
  firstDefined,
  givenExample,
  isObject,
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
  /** Only of a parameter: the values of a body are in its example. */
  example?: unknown
}

/** The fields of an object, with nested ones as `contact.label` and `errors[].code`. */
export const fieldTable = (schema: Schema, direction: Direction, named: Named): string =>
  table(nestedFields(coreOf(schema, named.schemas), '', named), direction, named)

export const parameterTable = (
  parameters: readonly (Header & Pick<Parameter, 'name'>)[],
  direction: Direction,
  named: Named,
): string =>
  table(
    parameters.map(({ schema = {}, ...given }) => {
      const core = coreOf(schema, named.schemas)
      return {
        name: given.name,
        schema,
        required: given.required ?? false,
        deprecated: given.deprecated ?? false,
        description: given.description ?? core.description ?? '',
        example:
          direction === 'sent' ? firstDefined(givenExample(given), givenExample(core)) : undefined,
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
    const item = typeLabel(schema.items, named)
    const orNull = schema.type?.includes('null') ? ' or null' : ''
    return `${item.includes(' or ') ? `(${item})` : item}[]${orNull}`
  }
  return plainType(schema, named)
}

const plainType = (schema: Schema, named: Named): string => {
  const values = schema.additionalProperties
  if (typeof values === 'object' && (values.type || values.$ref)) {
    return `object of ${plainType(coreOf(values, named.schemas), named)}`
  }
  const types = schema.type ?? (schema.properties || schema.allOf ? 'object' : undefined)
  if (types === undefined) return inferred(schema)
  const text = strings[schema.format ?? ''] ?? 'string'
  return [types]
    .flat()
    .map((type) => (type === 'string' ? text : type))
    .join(' or ')
}

/** What people call a string of a format. */
const strings: Record<string, string> = {
  'date-time': 'timestamp',
  email: 'email address',
  uri: 'URL',
  binary: 'file',
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
  }
}

/** The fields are the same in every language and on every day, so one stands for all. */
const isRepeated = (name: string): boolean =>
  /\b(translations\.(?!en\b)|weekly\.(?!mon\b))/.test(name)

const table = (fields: readonly Field[], direction: Direction, named: Named): string => {
  const rows = fields
    .filter(({ name }) => !isRepeated(name))
    .map((field) => row(field, direction, named))
  return rows.length === 0 ? '' : ['| name | type | meaning |', '|---|---|---|', ...rows].join('\n')
}

const row = (field: Field, direction: Direction, named: Named): string => {
  const marks = [
    direction === 'sent' && field.required && ' **required**',
    direction === 'received' && !field.required && ' optional',
    field.deprecated && ' deprecated',
  ].filter(Boolean)
  const label = typeLabel(field.schema, named)
  return `| \`${field.name}\`${marks.join(',')} | ${label} | ${cell(notesOf(field, named).join(' '))} |`
}

const notesOf = ({ schema, description, example }: Field, named: Named): string[] => {
  const fallback = coreOf(schema, named.schemas).default
  const isNew = (rule: string) => !isSaid(rule, description) && !isLongPattern(rule)
  return [
    description,
    ...constraintsOf(schema, named.schemas)
      .filter(isNew)
      .map((rule) => `${capitalized(rule)}.`),
    fallback === undefined || /\bdefault:/i.test(description) ? '' : `Default: ${value(fallback)}.`,
    example === undefined || example === fallback ? '' : `Example: ${value(example)}.`,
  ].filter((note) => note !== '')
}

/** Text in a cell of a table. */
export const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()

/** "1 to 100" in a description says what the rule "1–100" says. */
const isSaid = (rule: string, description: string): boolean => {
  if (rule.startsWith('one of '))
    return rule.match(/`[^`]+`/g)?.every((one) => description.includes(one)) ?? false
  if (rule.includes('`')) return false
  const said = numbersIn(description)
  const bounds = numbersIn(rule).filter((bound) => bound > 1)
  return bounds.length > 0 && bounds.every((bound) => said.includes(bound))
}

const words = ['zero', 'one', 'two', 'three', 'four', 'five']

const numbersIn = (text: string): number[] =>
  (text.toLowerCase().match(/\d[\d,]*|[a-z]+/g) ?? []).map((word) =>
    /^\d/.test(word) ? Number(word.replaceAll(',', '')) : words.indexOf(word),
  )

/** Only programs read such a pattern; `/openapi.json` has it. */
const isLongPattern = (rule: string): boolean => rule.includes('matches `') && rule.length > 40

const value = (given: unknown): string => `\`${JSON.stringify(given)}\``

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const asNumber = new Intl.NumberFormat('en').format

/** The constraints of a value besides its type, in words. */
function constraintsOf(schema: Schema, schemas: Schemas): string[] {
  const core = coreOf(schema, schemas)
  const each = core.items && !isObject(core.items, schemas) ? core.items : undefined
  return [
    range(core.minLength, core.maxLength, 'character'),
    range(core.minimum, core.maximum, ''),
    range(core.minItems, core.maxItems, 'item'),
    range(undefined, core.maxProperties, 'key'),
    core.uniqueItems ? 'no duplicates' : '',
    core.pattern === undefined ? '' : `matches \`${core.pattern}\``,
    core.enum ? `one of ${core.enum.map((value) => `\`${String(value)}\``).join(', ')}` : '',
    ...(each ? constraintsOf(each, schemas).map((constraint) => `each ${constraint}`) : []),
  ].filter((constraint) => constraint !== '')
}

function range(least: number | undefined, maximum: number | undefined, unit: string): string {
  const counted = (bound: string, count: number) =>
    [bound, unit === '' || count === 1 ? unit : `${unit}s`].filter(Boolean).join(' ')
  if (least !== undefined && maximum !== undefined) {
    const bounds = least === maximum ? asNumber(maximum) : `${asNumber(least)}–${asNumber(maximum)}`
    return counted(bounds, maximum)
  }
  if (maximum !== undefined) return counted(`at most ${asNumber(maximum)}`, maximum)
  if (least !== undefined) return counted(`at least ${asNumber(least)}`, least)
  return ''
}
