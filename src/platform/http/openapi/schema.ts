// Reads JSON schemas as the generator writes them: references, intersections, and the unions in
// which TypeBox writes nullable types and enumerations.

import type { Schema, Schemas } from './document.ts'

/** The name of the component that a schema refers to, if any. */
export function refName(schema: Schema): string | undefined {
  return schema.$ref?.replace('#/components/schemas/', '')
}

/** The schema with its reference resolved, `allOf` merged, and "X or null" reduced to X. */
export function coreOf(schema: Schema, schemas: Schemas): Schema {
  const name = refName(schema)
  if (name !== undefined) {
    const target = schemas[name]
    if (!target) throw new Error(`The schema ${name} is referred to, but not defined.`)
    return coreOf(target, schemas)
  }
  if (schema.allOf) return merged(schema, schemas)

  const variants = variantsOf(schema)?.filter((variant) => variant.type !== 'null')
  const only = variants?.[0]
  if (!variants || !only) return schema
  if (variants.length === 1) return { ...coreOf(only, schemas), ...annotations(schema) }
  const words = variants.flatMap((variant) => variant.enum ?? [variant.const])
  if (words.includes(undefined)) return schema
  return { ...only, enum: words, ...annotations(schema) }
}

export const variantsOf = (schema: Schema) => schema.anyOf ?? schema.oneOf

export const isObject = (schema: Schema, schemas: Schemas) =>
  coreOf(schema, schemas).properties !== undefined

/** Annotations of a union or an intersection override those of its parts. */
function annotations({ title, description, default: fallback, example, examples }: Schema): Schema {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(example === undefined ? {} : { example }),
    ...(examples === undefined ? {} : { examples }),
  }
}

function merged(schema: Schema, schemas: Schemas): Schema {
  const { allOf = [], ...own } = schema
  const parts = [...allOf.map((part) => coreOf(part, schemas)), own]
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
    ...annotations(schema),
  }
}

const asNumber = new Intl.NumberFormat('en').format

/** The constraints of a value besides its type, in words. */
export function constraintsOf(schema: Schema, schemas: Schemas): string[] {
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
