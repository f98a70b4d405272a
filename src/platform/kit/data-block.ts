import { createHash } from 'node:crypto'

/**
 * Texts of others for a model, as data: one line of JSON for each item, between two tags. An item can
 * neither begin a line nor write a tag, because line breaks and `<` are escaped, and it cannot know
 * the name of the tags.
 */
export const dataBlock = (name: string, items: unknown[]): string => {
  const lines = items.map((item) => JSON.stringify(item).replace(escaped, codeOf))
  // The mark is not random: the same items must be the same text for the cache of the provider.
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
  return [`<${name}-${hash}>`, ...lines, `</${name}-${hash}>`].join('\n')
}

/** `<`, and the line breaks that JSON leaves as they are. */
const escaped = /[<\u0085\u2028\u2029]/g
const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
