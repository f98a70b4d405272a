// Finds the parts of a large JSON object without parsing the values: 16 MB of zeros would become
// eight million numbers before any limit is checked.

/** A part of the body, as byte offsets. */
export type Range = [start: number, end: number]

interface Member {
  name: string
  range: Range
  /** For an array: the number of items, and the ranges of the first ones. */
  items: { count: number; ranges: Range[] } | null
}

export interface Outline {
  members: Member[]
}

export type OutlineFault = 'not_json' | 'not_an_object' | 'too_many_members'

const maxMembers = 1000

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Reads every byte once. The content of a range is not yet validated as JSON. */
export const outlineOf = (bytes: Uint8Array, maxItems: number): Outline | OutlineFault => {
  const members = new Map<string, Member>()
  const readNext = (at: number): number => {
    const member = readMember(bytes, at, maxItems)
    if (!member) return -1
    // The last member of a name wins, as in `JSON.parse`.
    members.set(member.name, member)
    return members.size > maxMembers ? -1 : member.range[1]
  }
  const start = skipSpace(bytes, 0)
  if (bytes[start] !== openBrace) return 'not_an_object'
  const end = readList(bytes, start, closeBrace, readNext)
  if (members.size > maxMembers) return 'too_many_members'
  if (end < 0 || skipSpace(bytes, end) !== bytes.length) return 'not_json'
  return { members: [...members.values()] }
}

const readMember = (bytes: Uint8Array, at: number, maxItems: number): Member | null => {
  const nameEnd = skipString(bytes, at)
  const name = bytes[at] === quote ? nameIn(bytes, at, nameEnd) : null
  const colonAt = skipSpace(bytes, nameEnd)
  if (name === null || bytes[colonAt] !== colon) return null
  const start = skipSpace(bytes, colonAt + 1)
  if (bytes[start] !== openBracket) {
    return { name, range: [start, skipValue(bytes, start)], items: null }
  }
  const items: NonNullable<Member['items']> = { count: 0, ranges: [] }
  const end = readList(bytes, start, closeBracket, (at) => {
    const itemEnd = skipValue(bytes, at)
    items.count += 1
    if (items.count <= maxItems) items.ranges.push([at, itemEnd])
    return itemEnd
  })
  return { name, range: [start, end], items }
}

/** Calls `each` at the start of every entry between two brackets. Returns the end, or -1. */
const readList = (
  bytes: Uint8Array,
  from: number,
  close: number,
  each: (at: number) => number,
): number => {
  let at = skipSpace(bytes, from + 1)
  if (bytes[at] === close) return at + 1
  while (at < bytes.length) {
    const end = each(at)
    if (end <= at || end > bytes.length) return -1
    at = skipSpace(bytes, end)
    if (bytes[at] === close) return at + 1
    if (bytes[at] !== comma) return -1
    at = skipSpace(bytes, at + 1)
  }
  return -1
}

const skipValue = (bytes: Uint8Array, from: number): number => {
  const byte = bytes[from]
  if (byte === quote) return skipString(bytes, from)
  if (byte === openBrace || byte === openBracket) return skipNested(bytes, from)
  let at = from
  while (at < bytes.length && !isEnd(bytes[at] as number)) at++
  return at
}

/** The position after the closing quote, or past the end if it is missing. */
const skipString = (bytes: Uint8Array, from: number): number => {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at + 1
}

const skipNested = (bytes: Uint8Array, from: number): number => {
  let depth = 0
  let at = from
  do {
    const byte = bytes[at]
    if (byte === quote) {
      at = skipString(bytes, at)
      continue
    }
    if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) depth--
    at++
  } while (depth > 0 && at < bytes.length)
  return depth === 0 ? at : bytes.length + 1
}

const skipSpace = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (at < bytes.length && isSpace(bytes[at] as number)) at++
  return at
}

const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const isEnd = (byte: number): boolean =>
  byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)

const maxNameBytes = 1000

const nameIn = (bytes: Uint8Array, start: number, end: number): string | null => {
  if (end - start > maxNameBytes) return ''
  try {
    return JSON.parse(textOf(bytes, [start, end]))
  } catch {
    return null
  }
}

export const textOf = (bytes: Uint8Array, [start, end]: Range): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
