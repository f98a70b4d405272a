import type { OpenApiDocument, Schema, Schemas } from '../../src/platform/http/openapi/document.ts'

type Node = { [key: string]: unknown }

/**
 * The document with every reference replaced that leads to no object of the API: error responses,
 * headers, examples, lists of values, parts of a code, and the bodies of one operation. References
 * to the objects of the API stay.
 */
export const expanded = (document: OpenApiDocument): OpenApiDocument => {
  const { components = {} } = document
  const { schemas = {} } = components
  const expand = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(expand)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...own } = part as Node
    const target = typeof $ref === 'string' ? targetOf($ref, components, schemas) : undefined
    if (target) return expand({ ...target, ...own })
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, expand(value)]))
  }
  const objects = Object.entries(schemas).filter(([name]) => !isOfOneUse(name, schemas))
  return {
    ...(expand({ ...document, components: {} }) as OpenApiDocument),
    components: { ...components, schemas: expand(Object.fromEntries(objects)) as Schemas },
  }
}

const isOfOneUse = (name: string, schemas: Schemas): boolean => {
  if (/^(Contact|CodeStyle|CodeTranslations?)$/.test(name)) return true
  if (/(Request|Response2?)$/.test(name) || isEnum(schemas[name])) return true
  return name.endsWith('Event') && !isEvent(schemas[name])
}

const isEnum = (schema: Schema | undefined): boolean => schema?.enum !== undefined

/** The body of a webhook: an object that the reference describes. */
const isEvent = (schema: Schema | undefined): boolean => schema?.properties?.event !== undefined

const targetOf = (reference: string, components: Node, schemas: Schemas): object | undefined => {
  const [, , kind = '', name = ''] = reference.split('/')
  if (kind === 'schemas') return isOfOneUse(name, schemas) ? schemas[name] : undefined
  return (components[kind] as Record<string, object> | undefined)?.[name]
}
