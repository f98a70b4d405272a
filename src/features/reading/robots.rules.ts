import { sha256Hex } from '../../platform/kit/ids.ts'

// Runs in the child process: parses robots.txt, and compares the links of a page with its rules.

/** The address of a page, with its hash. */
export interface HashedAddress {
  url: string
  hash: string
}

export interface SelectRequest {
  rules: RobotsRules
  /** The website with these rules. Addresses elsewhere are checked before they are requested. */
  origin: string
  /** A list of addresses, as JSON. */
  links: string
}

/** `file` has at most `maxRobotsBytes`. Its last line may be cut then, and is ignored. */
export const parseRobots = (file: Uint8Array): RobotsRules => {
  const text = new TextDecoder().decode(file)
  if (file.length < maxRobotsBytes) return parseRules(text)
  const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return parseRules(text.slice(0, lastBreak + 1))
}

/** The addresses that may be read. */
export const selectAddresses = ({ rules, origin, links }: SelectRequest): HashedAddress[] => {
  const urls: string[] = JSON.parse(links)
  return urls
    .filter((href) => {
      const url = new URL(href)
      return url.origin !== origin || allows(rules, url)
    })
    .map((url) => ({ url, hash: sha256Hex(url) }))
}

/** The name that a robots.txt can address us by. */
export const agent = 'QPR-Knowledge'

/** RFC 9309 asks for at least 500 KiB. The rest of a larger file is ignored. */
export const maxRobotsBytes = 500 * 1024
/** Different rules for us. A file with more is not understood, so it allows nothing. */
export const maxRules = 1000
const maxRuleLength = 2000
const maxWildcards = 16
const maxWaitSeconds = 5

interface Rule {
  allows: boolean
  /** The texts between the wildcards. */
  parts: string[]
  /** Ends with `$`: the last text is the end of the address. */
  isWhole: boolean
  /** The longest rule that matches decides. */
  length: number
}

export interface RobotsRules {
  /** The longest first; of two with the same length, the one that allows. */
  rules: Rule[]
  isTooLong: boolean
  /** The pause between two pages that the website asks for, limited. */
  waitSeconds: number
}

interface Group {
  /** By their text: repeated rules count once. */
  rules: Map<string, Rule>
  isNamed: boolean
  isTooLong: boolean
  waitSeconds: number
}

/** A file that does not exist, or says nothing. */
export const noRules: RobotsRules = { rules: [], isTooLong: false, waitSeconds: 0 }

/**
 * The rules for us: those of the groups that name us, or else those for all. Takes linear time, and
 * memory for at most `maxRules` rules, whatever the file contains.
 */
export const parseRules = (text: string): RobotsRules => {
  const own = newGroup()
  const everyone = newGroup()
  let named = new Set<Group>()
  let isNaming = false
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const [key, value] = fieldOf(line)
    if (key === 'user-agent') {
      if (!isNaming) named = new Set()
      isNaming = true
      const group = groupOf(value, own, everyone)
      if (group) named.add(group)
      if (group) group.isNamed = true
    } else if (key === 'allow' || key === 'disallow') {
      isNaming = false
      for (const group of named) addRule(group, key === 'allow', value)
    } else if (key === 'crawl-delay') {
      for (const group of named) group.waitSeconds = secondsOf(value)
    }
  }
  const { rules, isTooLong, waitSeconds } = own.isNamed ? own : everyone
  const sorted = [...rules.values()].sort(
    (a, b) => b.length - a.length || Number(b.allows) - Number(a.allows),
  )
  return { rules: isTooLong ? [] : sorted, isTooLong, waitSeconds }
}

/** Whether the rules allow an address of their website. */
export const allows = ({ rules, isTooLong }: RobotsRules, url: URL): boolean => {
  if (isTooLong) return false
  const path = comparable(url.pathname + url.search)
  return rules.find((rule) => matches(rule, path))?.allows ?? true
}

const newGroup = (): Group => ({
  rules: new Map(),
  isNamed: false,
  isTooLong: false,
  waitSeconds: 0,
})

const groupOf = (value: string, own: Group, everyone: Group): Group | null => {
  if (value.startsWith('*')) return everyone
  const name = /^[A-Za-z_-]{1,100}/.exec(value)?.[0] ?? ''
  return name.toLowerCase() === agent.toLowerCase() ? own : null
}

const fieldOf = (line: string): [string, string] => {
  const [text = ''] = line.split('#', 1)
  const colon = text.indexOf(':')
  if (colon < 0) return ['', '']
  return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()]
}

const secondsOf = (value: string): number => {
  const seconds = Number(value)
  return seconds > 0 ? Math.min(seconds, maxWaitSeconds) : 0
}

const addRule = (group: Group, allows: boolean, value: string) => {
  if (value === '') return
  const rule = ruleOf(value, allows)
  if (!rule) return
  const key = `${rule.parts.join('*')}${rule.isWhole ? '$' : ''}`
  const known = group.rules.get(key)
  if (known?.allows) return
  if (!known && group.rules.size === maxRules) group.isTooLong = true
  else group.rules.set(key, rule)
}

/**
 * A rule beyond the limits is cut, so that it matches more addresses: a cut rule may forbid too
 * much, but never allow too much.
 */
const ruleOf = (value: string, allows: boolean): Rule | null => {
  const text = (/^[/*]/.test(value) ? value : `/${value}`).replace(/\*+/g, '*')
  const short = text.slice(0, maxRuleLength)
  // Half a character would match nothing.
  const start = short === text ? text : short.replace(/(%[0-9A-Fa-f]?|[\uD800-\uDBFF])$/, '')
  const isAnchored = start.endsWith('$')
  const parts = (isAnchored ? start.slice(0, -1) : start).split('*')
  const isCut = start !== text || parts.length > maxWildcards + 1
  if (isCut && allows) return null
  const used = parts.slice(0, maxWildcards + 1).map(comparable)
  const isWhole = isAnchored && !isCut
  const length = isCut ? text.length : used.join('*').length + Number(isWhole)
  return { allows, parts: used, isWhole, length }
}

const matches = ({ parts, isWhole }: Rule, path: string): boolean => {
  const [first = ''] = parts
  if (!path.startsWith(first)) return false
  if (parts.length === 1) return !isWhole || path.length === first.length
  let at = first.length
  // The first place of each text leaves the most for those after it, so no other is tried.
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  const last = parts.at(-1) ?? ''
  return isWhole
    ? path.length - last.length >= at && path.endsWith(last)
    : path.indexOf(last, at) >= 0
}

/** One notation for an address and a rule: an escaped letter is the letter, `Ü` is `%C3%9C`. */
const comparable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/%[0-9A-Fa-f]{2}|[^\w%.~!&()+,;=:@/?-]/gu, (found) =>
      found.length === 3 && found.startsWith('%') ? unescaped(found) : escaped(found),
    )

const unescaped = (code: string): string => {
  const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : code.toUpperCase()
}

const escaped = (character: string): string =>
  Array.from(
    Buffer.from(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
