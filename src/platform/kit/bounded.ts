import { LRUCache } from 'lru-cache'

/** All caches of the program, as labels of the metric. */
type CacheName =
  | 'answers'
  | 'codes'
  | 'conversation_pages'
  | 'coordinates'
  | 'devices'
  | 'drawings'
  | 'embed_scripts'
  | 'event_bodies'
  | 'images'
  | 'knowledge_languages'
  | 'knowledge_sets'
  | 'knowledge_wholes'
  | 'languages'
  | 'minute_windows'
  | 'models'
  | 'pages'
  | 'prompts'
  | 'proxies'
  | 'rate_windows'
  | 'responses'
  | 'robots'
  | 'signing_keys'
  | 'statements'
  | 'styles'
  | 'targets'
  | 'time_zones'
  | 'typing'

interface Bounded<Value> {
  get(key: string): Value | undefined
  /** A value that needs more than an eighth of the budget is not kept. */
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
  readonly bytes: number
}

interface BoundedOptions<Value> {
  bytes: number
  /** For values whose size cannot be derived from their fields. */
  sizeOf?: (value: Value) => number
}

// Weak, because a cache lives no longer than the service that it belongs to.
const caches = new Map<CacheName, Set<WeakRef<{ readonly calculatedSize: number }>>>()

/**
 * A cache with a budget in bytes for keys and values. It evicts the least recently used entries
 * first. Callers determine the size of values, so a maximum number of entries would not limit
 * memory.
 */
export const createBounded = <Value extends NonNullable<unknown>>(
  name: CacheName,
  { bytes, sizeOf = roughBytes }: BoundedOptions<Value>,
): Bounded<Value> => {
  const cache = new LRUCache<string, Value>({
    maxSize: bytes,
    maxEntrySize: Math.ceil(bytes / 8),
    sizeCalculation: (value, key) => entryBytes + 2 * key.length + Math.ceil(sizeOf(value)),
  })
  const named = caches.get(name) ?? new Set()
  caches.set(name, named.add(new WeakRef(cache)))
  return {
    get: (key) => cache.get(key),
    set(key, value) {
      cache.set(key, value)
    },
    delete(key) {
      cache.delete(key)
    },
    clear() {
      if (cache.size > 0) cache.clear()
    },
    get bytes() {
      return cache.calculatedSize
    },
  }
}

/** The size of the caches of this process, for the metric. */
export const cacheBytes = (): [CacheName, number][] =>
  [...caches].map(([name, named]) => {
    let sum = 0
    for (const reference of named) {
      const cache = reference.deref()
      if (cache) sum += cache.calculatedSize
      else named.delete(reference)
    }
    return [name, sum]
  })

/** Caches a pure function of texts. */
export const remember = <Result>(
  name: CacheName,
  options: BoundedOptions<Result>,
  compute: (text: string) => Result,
): ((text: string) => Result) => {
  const { sizeOf = roughBytes } = options
  // Wrapped in an object, because null is a valid result.
  const known = createBounded<{ result: Result }>(name, {
    bytes: options.bytes,
    sizeOf: ({ result }) => sizeOf(result),
  })
  return (text) => {
    const found = known.get(text)
    if (found) return found.result
    const result = compute(text)
    known.set(text, { result })
    return result
  }
}

/** The entry itself and its place in the list. */
const entryBytes = 120
const fieldBytes = 16
const deepest = 6

/** An upper estimate of the memory that plain data needs, exact enough for a budget. */
export const roughBytes = (value: unknown, depth = 0): number => {
  if (typeof value === 'string') return fieldBytes + 2 * value.length
  if (typeof value !== 'object' || value === null) return fieldBytes
  if (ArrayBuffer.isView(value)) return 100 + value.byteLength
  if (depth === deepest) return fieldBytes
  let sum = 2 * fieldBytes
  if (Array.isArray(value)) for (const item of value) sum += roughBytes(item, depth + 1)
  else for (const key in value) sum += fieldBytes + roughBytes(value[key as never], depth + 1)
  return sum
}
