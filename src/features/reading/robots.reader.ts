// Runs in the child process: parses robots.txt, and compares the links of a page with its rules.
import { sha256Hex } from '../../platform/kit/ids.ts'
import { allows, maxFileBytes, parseRules, type RobotsRules } from './robots.rules.ts'

/** The address of a page, with its hash. */
export interface Address {
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

/** `file` has at most `maxFileBytes`. Its last line may be cut then, and is ignored. */
export const parseRobots = (file: Uint8Array): RobotsRules => {
  const text = new TextDecoder().decode(file)
  if (file.length < maxFileBytes) return parseRules(text)
  const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return parseRules(text.slice(0, lastBreak + 1))
}

/** The addresses that may be read. */
export const selectAddresses = ({ rules, origin, links }: SelectRequest): Address[] => {
  const urls: string[] = JSON.parse(links)
  return urls
    .filter((href) => {
      const url = new URL(href)
      return url.origin !== origin || allows(rules, url)
    })
    .map((url) => ({ url, hash: sha256Hex(url) }))
}
