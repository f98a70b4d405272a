// Reads JSON schemas as the generator writes them: references, intersections, and the unions in
// which TypeBox writes nullable types and enumerations.
import { type Examples, inlined, type Media, type Schema, type Schemas } from './document.ts'

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

// Example values from the document, or else generated from the schema, so that every operation
// shows a request that can be sent and its response.

type Exemplified = { example?: unknown; examples?: unknown[] | Examples }

/** The example of a schema, a parameter or a media type. */
export function givenExample({ example, examples }: Exemplified): unknown {
  if (example !== undefined) return example
  if (Array.isArray(examples)) return examples[0]
  const named = Object.values(examples ?? {})[0]
  return named && inlined<{ value?: unknown }>(named).value
}

/** `??` would skip `null`, which is a valid value. */
export const firstDefined = (...values: unknown[]) => values.find((value) => value !== undefined)

/** A request shows what must be sent; a response shows what may be missing. */
export type Direction = 'sent' | 'received'

/**
 * A request example has the required fields and those with an example; a response example has all
 * fields.
 */
export const mediaExample = (media: Media, schemas: Schemas, direction: Direction) =>
  firstDefined(givenExample(media), exampleOf(media.schema ?? {}, schemas, direction))

// Limits schemas that contain themselves.
const deepest = 8

function exampleOf(schema: Schema, schemas: Schemas, direction: Direction, depth = 0): unknown {
  const core = coreOf(schema, schemas)
  const given = firstDefined(givenExample(core), core.default, core.const, core.enum?.[0])
  if (given !== undefined) return given
  if (depth === deepest) return null
  const inner = (part: Schema) => exampleOf(part, schemas, direction, depth + 1)

  if (core.properties) {
    const shown = Object.entries(core.properties).filter(
      ([name, property]) =>
        direction === 'received' ||
        core.required?.includes(name) ||
        givenExample(coreOf(property, schemas)) !== undefined,
    )
    return Object.fromEntries(shown.map(([name, property]) => [name, inner(property)]))
  }
  if (core.items) return [inner(core.items)]
  const variant = variantsOf(core)?.[0]
  return variant ? inner(variant) : plainValue(core)
}

function plainValue(schema: Schema): unknown {
  switch ([schema.type].flat()[0]) {
    case 'string':
      return schema.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : (schema.format ?? 'text')
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return null
  }
}
