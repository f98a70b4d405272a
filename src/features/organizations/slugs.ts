import { invalidField } from '../../platform/http/problem.ts'
import { newShortId } from '../../platform/kit/ids.ts'
import { slugify } from '../../platform/text/text.ts'

/** Path segments of the Studio that could be confused with a slug. */
const reserved = new Set(
  (
    'about account admin analytics api assets auth billing codes conversations dashboard docs ' +
    'events help healthz home insight insights invitations keys login logout me members metrics ' +
    'new openapi organizations plan plans print profile readyz scans settings setup sign-in ' +
    'sign-out sign-up signin signout signup static studio support templates usage users v1 webhooks'
  ).split(' '),
)

export const checkSlug = (slug: string) => {
  if (reserved.has(slug)) {
    throw invalidField('/slug', 'reserved', `slug must not be ${slug}: the Studio uses that word.`)
  }
}

/** The slug of a name, then the same with random endings until one is free. */
export function* slugsFor(name: string): Generator<string> {
  const made = slugify(name)
  const base = made.length >= 2 ? made : 'organization'
  if (!reserved.has(base)) yield base
  for (;;) yield `${base.slice(0, 54).replace(/-$/, '')}-${newShortId()}`
}
