import robotsParser, { type Robot } from 'robots-parser'
import { secondMs } from '../../kit/clock.ts'
import type { Fetching } from './fetching.ts'

// The module is the function itself; its types say otherwise.
const parse = robotsParser as unknown as (url: string, text: string) => Robot

const agent = 'QPR-Knowledge'
const mostLength = 100_000
const longestWaitMs = 5 * secondMs

/** The text of robots.txt; empty: everything is allowed; null: the website does not say now. */
export const readRobots = async (fetch: Fetching, url: URL): Promise<string | null> => {
  const found = await fetch(new URL('/robots.txt', url))
  if (found.kind === 'page') {
    const isText = found.type === '' || found.type.startsWith('text/')
    return isText ? Buffer.from(found.body).toString('utf8').slice(0, mostLength) : ''
  }
  // Like other crawlers: a website without the file allows everything, and one in trouble nothing.
  if (found.kind === 'unchanged' || found.cause === 'gone') return ''
  return /status 4\d\d/.test(found.reason) ? '' : null
}

export const createRobots = (origin: string, text: string) => {
  const rules = parse(`${origin}/robots.txt`, text)
  return {
    allows: (url: URL): boolean => rules.isAllowed(url.href, agent) ?? true,
    waitMs: Math.min(longestWaitMs, (rules.getCrawlDelay(agent) ?? 0) * secondMs),
  }
}
