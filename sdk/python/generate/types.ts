// Python types of the schemas in the OpenAPI document.

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

const keywords = new Set(['from', 'import', 'class', 'global', 'is', 'in', 'pass', 'None', 'async'])

const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text)

export const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[_\-.]+)(\w)/g, (_, first: string) => first.toUpperCase())

/** Collects the definitions that a file of types consists of. */
export const createTypes = () => {
  const definitions = new Map<string, string>()

  /** The type of a schema. Objects inside get a name of their own: that of their place. */
  const typeOf = (schema: Schema, place: string): string => {
    if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) {
      const types = variants.map((variant, i) => typeOf(variant, i === 0 ? place : `${place}${i}`))
      return [...new Set(types)].join(' | ')
    }
    const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat()
    return types.map((type) => plainType(type, schema, place)).join(' | ')
  }

  const plainType = (type: string, schema: Schema, place: string): string => {
    const { items, properties, additionalProperties } = schema
    switch (type) {
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `list[${items ? typeOf(items, `${place}Item`) : 'Any'}]`
      case 'object': {
        if (properties) return define(place, schema)
        const values = typeof additionalProperties === 'object' ? additionalProperties : {}
        return `dict[str, ${typeOf(values, `${place}Value`)}]`
      }
      default:
        return 'Any'
    }
  }

  /** A TypedDict, or another name for any other type. */
  const define = (name: string, schema: Schema): string => {
    if (definitions.has(name)) return name
    definitions.set(name, '')
    if (!schema.properties) {
      definitions.set(name, `${name}: TypeAlias = ${JSON.stringify(typeOf(schema, name))}\n`)
      return name
    }
    const fields = Object.entries(schema.properties).map(([field, inner]) => {
      const type = typeOf(inner, name + pascal(field))
      return [field, schema.required?.includes(field) ? type : `NotRequired[${type}]`] as const
    })
    definitions.set(name, typedDict(name, fields, schema.description))
    return name
  }

  return {
    define,
    typeOf,
    text: () => [...definitions].toSorted(byName).map(([, definition]) => definition),
  }
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)

const typedDict = (
  name: string,
  fields: (readonly [string, string])[],
  description: string | undefined,
): string => {
  if (!fields.every(([field]) => isName(field))) {
    const items = fields.map(([field, type]) => `    "${field}": "${type}",\n`).join('')
    return `${name} = TypedDict("${name}", {\n${items}})\n`
  }
  const lines = [
    ...(description ? [`    """${description.replaceAll('\\', '')}"""\n`] : []),
    ...fields.map(([field, type]) => `    ${field}: ${type}`),
    ...(fields.length === 0 ? ['    pass'] : []),
  ]
  return `class ${name}(TypedDict):\n${lines.join('\n')}\n`
}

const literal = (value: unknown): string =>
  value === null
    ? 'None'
    : typeof value === 'boolean'
      ? value
        ? 'True'
        : 'False'
      : JSON.stringify(value)
