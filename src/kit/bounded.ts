import { LRUCache } from 'lru-cache'

/** Every cache of the program: the labels of the metric. */
type CacheName =
  | 'answers'
  | 'codes'
  | 'conversation_pages'
  | 'coordinates'
  | 'devices'
  | 'event_bodies'
  | 'images'
  | 'languages'
  | 'minute_windows'
  | 'models'
  | 'pages'
  | 'prompts'
  | 'proxies'
  | 'rate_windows'
  | 'signing_keys'
  | 'statements'
  | 'styles'
  | 'targets'

interface Bounded<Value> {
  get(key: string): Value | undefined
  /** Values that would take more than an eighth of the budget are not kept. */
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
  readonly bytes: number
}

interface BoundedOptions<Value> {
  bytes: number
  /** For values whose size their fields do not tell. */
  sizeOf?: (value: Value) => number
}

// Weak, because a cache lives no longer than the service that it belongs to.
const caches = new Map<CacheName, Set<WeakRef<{ readonly calculatedSize: number }>>>()

/**
 * A cache with a budget of bytes: keys and values count, and the entries that were not used for the
 * longest time are evicted first. What callers send decides how large a value is, so a limit on the
 * number of entries would limit nothing.
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

/** What the caches of this process hold, for the metric. */
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

/** A pure function of texts, worked out once for each that is asked for often. */
export const remember = <Result>(
  name: CacheName,
  options: BoundedOptions<Result>,
  compute: (text: string) => Result,
): ((text: string) => Result) => {
  const { sizeOf = roughBytes } = options
  // In a box, because null is a result as well.
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

/** The entry itself, and its place in the list. */
const entryBytes = 120
const fieldBytes = 16
const deepest = 6

/** What a value of plain data takes in memory at most, near enough for a budget. */
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
