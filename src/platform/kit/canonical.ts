/** Deeper than any schema allows. Beyond it `JSON.stringify` could exhaust the stack. */
const maxDepth = 1000

type Container = unknown[] | Record<string, unknown>

/**
 * One text for all forms of a JSON text: without white space, the fields in one order. Null for a value
 * that is nested too deeply.
 */
export const canonicalJson = (text: string): string | null => {
  const root = { value: JSON.parse(text) as unknown }
  // Level by level instead of recursion, and only what contains something: most values are scalars.
  let level: Container[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return null
    const next: Container[] = []
    const visit = (child: unknown, replace: (by: Container) => void) => {
      if (typeof child !== 'object' || child === null) return
      const ordered = inOrder(child as Container)
      if (ordered !== child) replace(ordered)
      next.push(ordered)
    }
    for (const parent of level) {
      if (Array.isArray(parent)) {
        parent.forEach((child, at) => {
          visit(child, (by) => {
            parent[at] = by
          })
        })
      } else {
        for (const [name, child] of Object.entries(parent)) {
          visit(child, (by) => {
            parent[name] = by
          })
        }
      }
    }
    level = next
  }
  return JSON.stringify(root.value)
}

const inOrder = (value: Container): Container => {
  if (Array.isArray(value)) return value
  const names = Object.keys(value)
  if (names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name)) return value
  return Object.fromEntries(names.sort().map((name) => [name, value[name]]))
}
