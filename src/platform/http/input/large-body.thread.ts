// Work on a body that is too large for the event loop.
import { sha256Hex } from '../../kit/ids.ts'
import { parseJson } from './body.ts'

/** The maximum for one value, such as a row. The event loop parses it in one turn. */
const maxValueLength = 256 * 1024
/** More than any schema allows, so a list that is cut off here is refused for its length. */
const maxItems = 1000

export interface LargeBody {
  bytes: Uint8Array
  /** The fields that the schema declares. The others are ignored. */
  names: string[]
}

/** A value as JSON text. Null when it is too long, or nested too deeply to be written. */
export type ValueText = string | null

/** The declared fields of a body. Null when it is not an object. */
export type SplitBody = {
  values: [name: string, text: ValueText][]
  lists: [name: string, items: ValueText[]][]
} | null

/** A JSON body as texts that the event loop can parse one at a time. Or why it cannot be read. */
export const splitBody = ({ bytes, names }: LargeBody): SplitBody | { refusal: string } => {
  let body: unknown
  try {
    body = parseJson(Buffer.from(bytes))
  } catch (error) {
    return { refusal: (error as Error).message }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const split: SplitBody = { values: [], lists: [] }
  for (const name of names) {
    if (!Object.hasOwn(body, name)) continue
    const value: unknown = body[name as keyof typeof body]
    if (Array.isArray(value)) split.lists.push([name, value.slice(0, maxItems).map(textOf)])
    else split.values.push([name, textOf(value)])
  }
  return split
}

/** For a request that may be a repetition. Null for a body that is nested too deeply. */
export const hashBody = (bytes: Uint8Array): string | null => {
  const text = canonicalJson(Buffer.from(bytes).toString('utf8'))
  return text === null ? null : sha256Hex(text)
}

const textOf = (value: unknown): ValueText => {
  try {
    const text = JSON.stringify(value)
    return text.length > maxValueLength ? null : text
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

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
