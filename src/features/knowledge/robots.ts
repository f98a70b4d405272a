import { createBounded, roughBytes } from '../../platform/kit/bounded.ts'
import type { Child } from '../../platform/kit/child.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { Address, SelectRequest } from '../reading/robots.reader.ts'
import { maxFileBytes, maxRules, noRules, type RobotsRules } from '../reading/robots.rules.ts'
import type { Fetching } from './fetching.ts'
import { failed, type Refusal } from './refusals.ts'

/** One visit to a website. It asks each host for its robots.txt once. */
export interface Visitor {
  organizationId: string
  visitId: string
}

interface RobotsOptions {
  fetch: Fetching
  child: Child
}

/** The rules of the largest file need 2 MB. */
const cacheBytes = 16 * 2 ** 20

/** What websites allow in their robots.txt. Parsed and compared in the child process. */
export const createRobots = ({ fetch, child }: RobotsOptions) => {
  /** Null: the website does not say now. */
  const cache = createBounded<{ rules: RobotsRules | null }>('robots', {
    bytes: cacheBytes,
    // The texts are ASCII, with one byte for a character.
    sizeOf: ({ rules }) => roughBytes(rules) / 2,
  })
  const keyOf = ({ visitId }: Visitor, { origin }: URL) => `${visitId} ${origin}`

  const read = async ({ organizationId }: Visitor, url: URL): Promise<RobotsRules | null> => {
    const found = await fetch(new URL('/robots.txt', url), {
      owner: organizationId,
      firstBytes: maxFileBytes,
    })
    if (found.kind === 'page') {
      const isText = found.type === '' || found.type.startsWith('text/')
      if (!isText || found.body.length === 0) return noRules
      return await child.run<RobotsRules>('parseRobots', found.body, organizationId)
    }
    // A website without the file allows everything, and one in trouble nothing, as for other crawlers.
    if (found.kind === 'unchanged' || found.cause === 'gone') return noRules
    return /status 4\d\d/.test(found.reason) ? noRules : null
  }

  const rulesOf = async (visitor: Visitor, url: URL): Promise<RobotsRules | null> => {
    const key = keyOf(visitor, url)
    const known = cache.get(key)
    if (known) return known.rules
    const rules = await read(visitor, url)
    cache.set(key, { rules })
    return rules
  }

  const compare = (visitor: Visitor, request: SelectRequest) =>
    child.run<Address[]>('selectAddresses', request, visitor.organizationId)

  return {
    /** The addresses in a list, as JSON, that the robots.txt of this page allows. */
    async select(visitor: Visitor, page: URL, links: string): Promise<Address[]> {
      const rules = links === '[]' ? null : await rulesOf(visitor, page)
      return rules ? await compare(visitor, { rules, origin: page.origin, links }) : []
    },

    /** Why this address must not be requested; null when it may. */
    async refusal(visitor: Visitor, url: URL): Promise<Refusal | null> {
      const rules = await rulesOf(visitor, url)
      if (!rules) {
        return failed(
          'broken',
          `The website ${url.hostname} could not be reached. Try again later.`,
        )
      }
      if (rules.isTooLong) return tooLong
      if (rules.rules.length === 0) return null
      const links = JSON.stringify([url.href])
      const allowed = await compare(visitor, { rules, origin: url.origin, links })
      return allowed.length === 1 ? null : forbidden
    },

    /** The pause before the next page of this website. */
    waitMs: (visitor: Visitor, url: URL): number =>
      (cache.get(keyOf(visitor, url))?.rules?.waitSeconds ?? 0) * secondMs,
  }
}

const forbidden = failed(
  'gone',
  'The file robots.txt of the website does not allow reading this address.',
)

const tooLong = failed(
  'gone',
  `The file robots.txt of the website has more than ${maxRules.toLocaleString('en')} rules, ` +
    'so it cannot be respected and nothing is read.',
)
