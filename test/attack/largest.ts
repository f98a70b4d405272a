// The largest, deepest and most repetitive JSON of a given size.
import type { Schema } from '../../src/platform/http/openapi/document.ts'

export interface Body {
  name: string
  /** Only built on demand, because all bodies of an operation together have 400 MB. */
  json: () => string
}

/** Repeated as often as it fits, with commas between. */
const repeated = (item: string, bytes: number): string =>
  item + `,${item}`.repeat(Math.max(0, Math.floor(bytes / (item.length + 1)) - 1))

const numbered = (entry: (index: number) => string, bytes: number): string => {
  const entries: string[] = []
  for (let length = 0, index = 0; ; index++) {
    const text = entry(index)
    length += text.length + 1
    if (length > bytes) return entries.join(',')
    entries.push(text)
  }
}

const nested = (open: string, close: string, bytes: number): string => {
  const depth = Math.floor(bytes / (open.length + close.length)) - 1
  return `${open.repeat(depth)}0${close.repeat(depth)}`
}

const text = (unit: string, bytes: number): string =>
  `"${unit.repeat(Math.floor((bytes - 2) / Buffer.byteLength(unit)))}"`

/** Values for any field, each as long as `bytes`. */
export const values: Record<string, (bytes: number) => string> = {
  'zeros in a list': (bytes) => `[${repeated('0', bytes - 2)}]`,
  'objects in a list': (bytes) => `[${repeated('{}', bytes - 2)}]`,
  'lists in a list': (bytes) => `[${repeated('[]', bytes - 2)}]`,
  'different texts in a list': (bytes) => `[${numbered((i) => `"a${i}"`, bytes - 2)}]`,
  'a tower of lists': (bytes) => nested('[', ']', bytes),
  'a tower of objects': (bytes) => nested('{"a":', '}', bytes),
  'many keys': (bytes) => `{${numbered((i) => `"k${i}":0`, bytes - 2)}}`,
  'many numeric keys': (bytes) => `{${numbered((i) => `"${i * 65_537}":0`, bytes - 2)}}`,
  'the same key': (bytes) => `{${repeated('"a":0', bytes - 2)}}`,
  'the prototype': (bytes) => `{${repeated('"__proto__":{}', bytes - 2)}}`,
  'a long text': (bytes) => text('a', bytes),
  'spaces and hashes': (bytes) => text(' #', bytes),
  'Arabic letters': (bytes) => text('م', bytes),
  'characters beyond the BMP': (bytes) => text('🏨', bytes),
  escapes: (bytes) => text('\\ud83d\\ude00', bytes),
  NULs: (bytes) => text('\\u0000', bytes),
  digits: (bytes) => '1'.repeat(bytes),
  'digits behind a dot': (bytes) => `0.${'1'.repeat(bytes - 2)}`,
}

const withField = (valid: object, field: string, value: string): string => {
  const rest = Object.entries(valid).filter(([name]) => name !== field)
  const others = rest.map(([name, other]) => `${JSON.stringify(name)}:${JSON.stringify(other)}`)
  return `{${[...others, `${JSON.stringify(field)}:${value}`].join(',')}}`
}

/** Each value in the fields that `fieldsFor` selects, with the rest of the body valid. */
export const largestBodies = (
  schema: Schema,
  valid: object,
  bytes: number,
  fieldsFor: (kind: number, fields: string[]) => string[],
): Body[] => {
  const room = bytes - JSON.stringify(valid).length - 100
  const properties = Object.entries(schema.properties ?? {})
  const fields = [...properties.map(([name]) => name), 'unknown']
  const bodies = Object.entries(values).flatMap(([name, make], kind) =>
    fieldsFor(kind, fields).map((field) => ({
      name: `${name} in ${field}`,
      json: () => withField(valid, field, make(room)),
    })),
  )
  const lists = properties.flatMap(([field, { items }]) => {
    const example = (valid as Record<string, unknown[]>)[field]?.[0] ?? exampleOf(items)
    if (!items) return []
    const value = () => `[${repeated(JSON.stringify(example), room)}]`
    const json = () => withField(valid, field, value())
    return [{ name: `the same good item in ${field}`, json }]
  })
  return [
    ...bodies,
    ...lists,
    { name: 'many fields', json: () => `{${numbered((i) => `"f${i}":0`, bytes - 2)}}` },
    {
      name: 'no end',
      json: () => withField(valid, 'unknown', values['zeros in a list']?.(room) ?? '').slice(0, -1),
    },
    { name: 'a list', json: () => `[${repeated('{}', bytes - 2)}]` },
    { name: 'spaces', json: () => `${' '.repeat(bytes - 2)}{}` },
  ]
}

const exampleOf = (schema: Schema = {}): unknown =>
  schema.examples?.[0] ?? schema.enum?.[0] ?? (schema.type === 'object' ? {} : 'a')
