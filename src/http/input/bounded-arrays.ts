import type { Ajv, ErrorObject, FuncKeywordDefinition } from 'ajv'
import { maxErrors } from '../problem.ts'

/** Two are enough to correct a row; the rest of the list is worth more than a third. */
const maxErrorsOfItem = 2

type Collected = Partial<ErrorObject>[]

/**
 * Replaces the two keywords of Ajv whose cost a caller can raise. Ajv compares all pairs for
 * `uniqueItems`, and with `allErrors` it validates every item of an array that is too long and keeps
 * every error.
 */
export const boundArrays = (ajv: Ajv) => {
  ajv.removeKeyword('items').removeKeyword('uniqueItems')
  ajv.addKeyword(itemsKeyword(ajv)).addKeyword(uniqueKeyword)
}

/** Validates no item of an array that is too long, and stops once enough errors are found. */
const itemsKeyword = (ajv: Ajv): FuncKeywordDefinition => ({
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  // Defaults are written into the items.
  modifying: true,
  errors: 'full',
  compile(itemSchema, parentSchema) {
    const validateItem = ajv.compile(itemSchema)
    const { maxItems = Number.POSITIVE_INFINITY } = parentSchema as { maxItems?: number }
    const validate = (items: unknown[], context?: { instancePath: string }): boolean => {
      validate.errors = []
      if (items.length > maxItems) return true
      for (let index = 0; index < items.length && validate.errors.length < maxErrors; index++) {
        if (validateItem(items[index])) continue
        const path = `${context?.instancePath ?? ''}/${index}`
        for (const error of tellingOnes(validateItem.errors ?? [])) {
          validate.errors.push({ ...error, instancePath: `${path}${error.instancePath}` })
        }
      }
      return validate.errors.length === 0
    }
    validate.errors = [] as Collected
    return validate
  },
})

const tellingOnes = (errors: ErrorObject[]): ErrorObject[] =>
  withoutAlternatives(errors).slice(0, maxErrorsOfItem)

/** An alternative that did not fit says no more than the alternatives themselves. */
export const withoutAlternatives = (errors: ErrorObject[]): ErrorObject[] => {
  const telling = errors.filter(({ keyword }) => keyword !== 'anyOf')
  return telling.length > 0 ? telling : errors
}

/** In linear time. It compares scalars: no schema asks for unique objects. */
const uniqueKeyword: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  compile(isUnique: boolean, parentSchema) {
    const { maxItems = Number.POSITIVE_INFINITY } = parentSchema as { maxItems?: number }
    return (items: unknown[]) => {
      // An array that is too long is refused for that.
      if (!isUnique || items.length > maxItems) return true
      return new Set(items.map(asKey)).size === items.length
    }
  },
}

/** An object is its own key, and `items` refuses it. The type keeps `1` and `"1"` apart. */
const asKey = (item: unknown): unknown =>
  typeof item === 'object' && item !== null ? item : `${typeof item} ${String(item)}`
