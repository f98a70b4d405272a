import type { ErrorObject } from 'ajv'

/** The field that an error is about, as a JSON pointer. */
export const pointerOf = ({ instancePath, keyword, params }: ErrorObject): string =>
  keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath

/**
 * A caller corrects one field at a time, so each has one error: the first one that Ajv reports. An empty
 * text is too short, and not also blank.
 */
export const oneForEachField = (errors: ErrorObject[]): ErrorObject[] => {
  const fields = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    const pointer = pointerOf(error)
    const known = fields.get(pointer)
    if (known) known.push(error)
    else fields.set(pointer, [error])
  }
  const outer = new Set([...fields.keys()].flatMap(parentsOf))
  const telling = [...fields].flatMap(([pointer, ofField]) =>
    // The value fits the type of one alternative, whose own fields are wrong.
    outer.has(pointer) && ofField.every(isOfUnion) ? [] : tellingOf(ofField),
  )
  return telling.length > 0 ? telling : errors.slice(0, 1)
}

const parentsOf = (pointer: string): string[] =>
  [...pointer.matchAll(/\//g)].map(({ index }) => pointer.slice(0, index))

const isOfUnion = (error: ErrorObject): boolean =>
  error.keyword === 'anyOf' || (error.keyword === 'type' && isOfAlternative(error))

const isOfAlternative = ({ schemaPath }: ErrorObject): boolean => schemaPath.includes('/anyOf/')

/** The alternatives of a union report their errors before the union itself, whose error says nothing. */
const tellingOf = (errors: ErrorObject[]): ErrorObject[] => {
  const own = errors.filter(({ keyword }) => keyword !== 'anyOf')
  const [first] = own
  if (first?.keyword !== 'type' || !isOfAlternative(first)) return own.slice(0, 1)
  // A value that fits the type of one alternative breaks a rule of that one.
  const rule = own.find(({ keyword }) => keyword !== 'type')
  if (rule) return [rule]
  const types = own.flatMap(({ params }) => [params.type].flat())
  return [{ ...first, params: { type: [...new Set(types)] } }]
}
