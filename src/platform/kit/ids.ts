import { hash, randomFillSync } from 'node:crypto'
import { decodeTime, encodeTime, monotonicFactory } from 'ulid'

const crockford = '0123456789abcdefghjkmnpqrstvwxyz'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// One system call per byte would cost more than the rest of an id.
const pool = new Uint8Array(4096)
let unused = 0

const randomByte = (): number => {
  if (unused === 0) {
    randomFillSync(pool)
    unused = pool.length
  }
  unused -= 1
  const byte = pool[unused] as number
  pool[unused] = 0
  return byte
}

interface Sequence {
  latest: number
  next: (now: number) => string
}

const newSequence = (latest: number): Sequence => ({
  latest,
  next: monotonicFactory(() => randomByte() / 256),
})

/** One sequence for each prefix. */
const sequences = new Map<string, Sequence>()
const toleranceMs = 1000

/** Ids of the same millisecond sort in the order of their creation. */
export const newId = (prefix: string, now: number): string => {
  let sequence = sequences.get(prefix)
  // After the clock was set back, ids must not keep the wrong time until it has caught up.
  if (!sequence || now < sequence.latest - toleranceMs) {
    sequence = newSequence(now)
    sequences.set(prefix, sequence)
  }
  sequence.latest = Math.max(sequence.latest, now)
  return `${prefix}_${sequence.next(now)}`
}

/** Lower than every id of this prefix that is created from this instant on. */
export const lowestId = (prefix: string, instant: number): string =>
  `${prefix}_${encodeTime(Math.max(0, instant), 10)}${'0'.repeat(16)}`

/** The creation time of an id, by the clock of the process that created it. */
export const madeAt = (id: string): number => decodeTime(id.slice(id.indexOf('_') + 1))

/** Whether a text has the format of an id that begins with its time. */
export const isMade = (text: string): boolean => /^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)

/** Whether a text has the format of a short id. */
export const isShortId = (text: string): boolean => /^[0-9a-z]{1,32}$/.test(text)

/** 8 characters of lower-case Crockford base 32: 40 random bits. */
export const newShortId = (): string => {
  let id = ''
  for (let i = 0; i < 8; i++) id += crockford[randomByte() % 32]
  return id
}

// A shared buffer, because thousands of small buffers per second would burden the garbage
// collector.
const tokenBytes = Buffer.alloc(16)

/** 128 random bits as 22 characters. */
export const newToken = (): string => {
  for (let i = 0; i < tokenBytes.length; i++) tokenBytes[i] = randomByte()
  return tokenBytes.toString('base64url')
}

const randomBase62 = (length: number): string => {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 in a byte; higher values would favour the first characters.
    if (byte < 248) text += base62[byte % 62]
  }
  return text
}

/** The checksum lets a secret scanner recognize a real key without asking the service. */
export const newApiKeyText = (): string => {
  const body = randomBase62(32)
  const digest = hash('sha256', body, 'buffer')
  const checksum = Array.from(digest.subarray(0, 6), (byte) => base62[byte % 62]).join('')
  return `qpr_sk_${body}${checksum}`
}

export const sha256Hex = (text: string | Uint8Array): string => hash('sha256', text)

/** 64 bits of a hash as 16 hexadecimal digits: enough to distinguish values. */
export const hash64 = (text: string): string => sha256Hex(text).slice(0, 16)
