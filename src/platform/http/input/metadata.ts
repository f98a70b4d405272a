import { maxItems } from '#contract/limits.ts'
import { invalidField } from '../problem.ts'

const maxKeys = maxItems.metadataKeys
const maxBytes = 16 * 1024
const maxDepth = 100

/** The rules for `metadata` that a schema cannot express. Returns the JSON text to store. */
export const metadataText = (metadata: Record<string, unknown>): string => {
  const refuse = (code: string, rule: string) =>
    invalidField('/metadata', code, `metadata ${rule}.`)
  if (Object.keys(metadata).length > maxKeys) {
    throw refuse('too_many', `must have at most ${maxKeys} keys`)
  }
  checkValues(metadata, refuse)
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > maxBytes) throw refuse('too_long', 'must be at most 16 KB as JSON')
  return text
}

/**
 * Uses its own stack, because a body that is nested 10,000 levels deep would overflow the call
 * stack.
 */
const checkValues = (root: unknown, refuse: (code: string, rule: string) => Error) => {
  const open: { value: object; depth: number }[] = []
  const check = (value: unknown, depth: number) => {
    if (depth > maxDepth) throw refuse('too_deep', `must not be nested deeper than ${maxDepth}`)
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw refuse('too_large', 'has a number that is out of range')
    }
    if (typeof value === 'string') checkString(value, refuse)
    // Only objects are pushed, because most of thousands of values are scalars.
    if (typeof value === 'object' && value !== null) open.push({ value, depth })
  }
  check(root, 1)
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (Array.isArray(value)) {
      for (const inner of value) check(inner, depth + 1)
      continue
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__') throw refuse('invalid', 'must not have the key __proto__')
      checkString(key, refuse)
      check(inner, depth + 1)
    }
  }
}

const checkString = (value: string, refuse: (code: string, rule: string) => Error) => {
  if (value.includes('\0') || !value.isWellFormed()) {
    throw refuse('invalid_format', 'must not contain a NUL or a lone surrogate')
  }
}
