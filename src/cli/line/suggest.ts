/** The number of letters to insert, delete, replace or swap with their neighbour. */
const distance = (a: string, b: string): number => {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (old[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(replaced, swapped, (old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    older = old
    old = row
  }
  return old[b.length] ?? 0
}

const longest = 40

/** ` Did you mean "config"?` when a known word is close enough, otherwise nothing. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  if (word.length > longest) return ''
  const beginning = known.find((one) => word.length > 1 && one.startsWith(word))
  const [nearest] = known
    .map((one) => ({ one, far: distance(word, one) }))
    .filter(({ one, far }) => far <= Math.min(2, Math.floor(one.length / 2)))
    .sort((a, b) => a.far - b.far)
  const found = nearest?.one ?? beginning
  return found === undefined ? '' : ` Did you mean "${found}"?`
}
