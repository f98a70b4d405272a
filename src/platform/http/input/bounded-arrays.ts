import type { Ajv, ErrorObject, FuncKeywordDefinition } from 'ajv'
import { maxErrors } from '../problem.ts'
import { oneForEachField } from './telling-errors.ts'

/** Two errors are enough to correct an item, and leave room for the errors of other items. */
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

/** Skips the items of an array that is too long, and stops when enough errors are found. */
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
        const errors = oneForEachField(validateItem.errors ?? []).slice(0, maxErrorsOfItem)
        for (const error of errors) {
          validate.errors.push({ ...error, instancePath: `${path}${error.instancePath}` })
        }
      }
      return validate.errors.length === 0
    }
    validate.errors = [] as Collected
    return validate
  },
})

/** Runs in linear time. Compares scalars only, because no schema needs unique objects. */
const uniqueKeyword: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  compile(isUnique: boolean, parentSchema) {
    const { maxItems = Number.POSITIVE_INFINITY } = parentSchema as { maxItems?: number }
    return (items: unknown[]) => {
      // An array that is too long is refused for its length.
      if (!isUnique || items.length > maxItems) return true
      return new Set(items.map(asKey)).size === items.length
    }
  },
}

/** An object is its own key, and `items` refuses it. The type keeps `1` and `"1"` apart. */
const asKey = (item: unknown): unknown =>
  typeof item === 'object' && item !== null ? item : `${typeof item} ${String(item)}`
