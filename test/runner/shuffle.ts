import { createHash } from 'node:crypto'

/** The same order for the same seed, independent of other items. */
export const shuffle = (items: readonly string[], seed: number): string[] => {
  const rank = (item: string) => createHash('sha256').update(`${seed} ${item}`).digest('hex')
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item)
}
