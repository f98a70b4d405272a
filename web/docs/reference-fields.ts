// Fields and parameters as a Markdown list. Lists stay readable on a narrow screen; tables do not.
import type { Parameter, Schema } from '../../src/http/reference/document.ts'
import type { Direction } from '../../src/http/reference/examples.ts'
import { constraintsOf, coreOf } from '../../src/http/reference/schema.ts'
import { type Named, nestedFields, typeLabel } from '../../src/http/reference/schema-view.ts'

interface Field {
  name: string
  schema: Schema
  required: boolean
  description: string
}

export const fieldList = (schema: Schema, direction: Direction, named: Named): string =>
  list(nestedFields(coreOf(schema, named.schemas), '', named), direction, named)

export const parameterList = (
  parameters: readonly Parameter[],
  direction: Direction,
  named: Named,
): string =>
  list(
    parameters.map(({ name, schema = {}, required = false, description }) => ({
      name,
      schema,
      required,
      description: description ?? coreOf(schema, named.schemas).description ?? '',
    })),
    direction,
    named,
  )

/** The fields are the same in every language, so one stands for all. */
const isRepeated = (name: string): boolean => /\btranslations\.(?!en\b)/.test(name)

const list = (fields: readonly Field[], direction: Direction, named: Named): string =>
  fields
    .filter(({ name }) => !isRepeated(name))
    .map((field) => item(field, direction, named))
    .join('\n')

const item = (field: Field, direction: Direction, named: Named): string => {
  const mark =
    direction === 'sent' && field.required
      ? ', required'
      : direction === 'received' && !field.required
        ? ', optional'
        : ''
  const fallback = coreOf(field.schema, named.schemas).default
  const notes = [
    oneLine(field.description),
    ...constraintsOf(field.schema, named.schemas).map((rule) => `${capitalized(rule)}.`),
    fallback === undefined ? '' : `Default: \`${JSON.stringify(fallback)}\`.`,
  ].filter((note) => note !== '')
  return `- \`${field.name}\` (${typeOf(field.schema, named)}${mark}): ${notes.join(' ')}`.replace(
    /: $/,
    '',
  )
}

/** The label of the page at /docs, with its links as Markdown. */
const typeOf = (schema: Schema, named: Named): string =>
  typeLabel(schema, named)
    .text.replaceAll(/<a href="#([^"]+)">([^<]+)<\/a>/g, '[$2](objects.md#$1)')
    .replaceAll(/<[^>]+>/g, '')

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim()
