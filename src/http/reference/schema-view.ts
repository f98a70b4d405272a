// A table of fields: for the properties of a schema, for parameters and for headers.

import { type Html, html, join } from '../../kit/html.ts'
import type { Header, Parameter, Schema, Schemas } from './document.ts'
import { type Direction, firstDefined, givenExample } from './examples.ts'
import { inline } from './markdown.ts'
import { constraintsOf, coreOf, refName, variantsOf } from './schema.ts'

/** The named schemas, and the anchors of those with their own table. */
export type Named = { schemas: Schemas; anchors: ReadonlyMap<string, string> }

type Field = {
  name: string
  schema: Schema
  required: boolean
  deprecated: boolean
  description: string
  example: unknown
}

/** The fields of an object, with nested ones as `contact.label` and `errors[].code`. */
export function schemaTable(schema: Schema, direction: Direction, named: Named): Html {
  const fields = nestedFields(coreOf(schema, named.schemas), '', named)
  return table('Field', fields, direction, named)
}

export function parameterTable(
  heading: string,
  parameters: readonly (Header & Pick<Parameter, 'name'>)[],
  direction: Direction,
  named: Named,
): Html {
  const fields = parameters.map((parameter) => {
    const schema = parameter.schema ?? {}
    const core = coreOf(schema, named.schemas)
    return {
      name: parameter.name,
      schema,
      required: parameter.required ?? false,
      deprecated: parameter.deprecated ?? false,
      description: parameter.description ?? core.description ?? '',
      example: firstDefined(givenExample(parameter), givenExample(core)),
    }
  })
  return table(heading, fields, direction, named)
}

/** A short name for the type of a schema. An object with its own table becomes a link. */
export function typeLabel(schema: Schema, named: Named): Html {
  const name = refName(schema)
  if (name !== undefined) {
    const target = named.schemas[name] ?? {}
    const anchor = named.anchors.get(name)
    if (!anchor) return typeLabel(target, named)
    return html`<a href="#${anchor}">${target.title ?? name}</a>`
  }
  const variants = variantsOf(schema)
  if (variants) return join(distinct(variants.map((variant) => typeLabel(variant, named))), ' or ')
  if (schema.items) {
    const orNull = schema.type?.includes('null') && ' or null'
    return html`array of ${typeLabel(schema.items, named)}${orNull}`
  }
  return html`${plainType(schema, named)}`
}

function plainType(schema: Schema, named: Named): string {
  const values = schema.additionalProperties
  if (typeof values === 'object' && (values.type || values.$ref)) {
    return `object of ${plainType(coreOf(values, named.schemas), named)}`
  }
  const types = schema.type ?? (schema.properties || schema.allOf ? 'object' : undefined)
  const words = types === undefined ? inferred(schema) : [types].flat().join(' or ')
  return schema.format === undefined ? words : `${words} (${schema.format})`
}

/** `enum` and `const` may occur without a type. */
function inferred(schema: Schema): string {
  const value = schema.const ?? schema.enum?.[0]
  return value === undefined ? 'any' : typeof value
}

function distinct(labels: Html[]): Html[] {
  return [...new Map(labels.map((label) => [label.text, label])).values()]
}

export function nestedFields(schema: Schema, path: string, named: Named): Field[] {
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

function fieldOf(name: string, schema: Schema, required: boolean, named: Named): Field {
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

function table(heading: string, fields: Field[], direction: Direction, named: Named): Html {
  if (fields.length === 0) return html``
  return html`<table class="fields">
    <thead><tr><th scope="col">${heading}</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${fields.map((field) => row(field, direction, named))}</tbody>
  </table>`
}

function row(field: Field, direction: Direction, named: Named): Html {
  const rules = rulesOf(field, named)
  return html`<tr>
    <th scope="row"><code>${field.name}</code>
      <span class="type">${typeLabel(field.schema, named)}</span>
      ${direction === 'sent' && field.required && html`<span class="mark">required</span>`}
      ${direction === 'received' && !field.required && html`<span class="mark">optional</span>`}
      ${field.deprecated && html`<span class="mark deprecated">deprecated</span>`}</th>
    <td>${field.description !== '' && html`<p>${inline(field.description)}</p>`}
      ${rules.length > 0 && html`<p class="rules">${join(rules, ' · ')}</p>`}</td>
  </tr>`
}

/** The constraints of a value, its default and its example, in one line. */
function rulesOf({ schema, example }: Field, { schemas }: Named): Html[] {
  const fallback = coreOf(schema, schemas).default
  return [
    ...constraintsOf(schema, schemas).map(inline),
    ...(fallback === undefined ? [] : [html`default ${value(fallback)}`]),
    ...(example === undefined || example === fallback ? [] : [html`example ${value(example)}`]),
  ]
}

/** Text as it is, any other value as JSON. */
const value = (given: unknown) =>
  html`<code>${typeof given === 'string' ? given : JSON.stringify(given)}</code>`
