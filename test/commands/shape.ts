import assert from 'node:assert/strict'

/** The same fields and types at every depth. Null stands for any value that may be missing. */
export const assertShape = (actual: unknown, example: unknown, path: string): void => {
  if (actual === null || example === null) return
  assert.equal(typeof actual, typeof example, path)
  if (Array.isArray(example)) {
    assert.ok(Array.isArray(actual), path)
    for (const item of actual) assertShape(item, example[0], `${path}[]`)
    return
  }
  if (typeof example !== 'object' || typeof actual !== 'object') return
  const [given, expected] = [actual, example] as Record<string, unknown>[]
  assert.deepEqual(Object.keys(given ?? {}).sort(), Object.keys(expected ?? {}).sort(), path)
  for (const key of Object.keys(expected ?? {})) {
    assertShape(given?.[key], expected?.[key], `${path}.${key}`)
  }
}
