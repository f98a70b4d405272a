/** Digits and the signs between their groups. */
const candidates = /([\d\s()./:+–-]+)/

/**
 * Splits a text into words and numbers of several groups, in turn: words first. In right-to-left
 * text a browser would show the groups of a telephone number in reverse order.
 */
export const numberRuns = (text: string): string[] => {
  const runs = ['']
  const addWords = (words: string) => runs.push(`${runs.pop()}${words}`)
  for (const part of text.split(candidates)) {
    const digits = [...part.matchAll(/\d+/g)]
    const [first, last] = [digits.at(0), digits.at(-1)]
    if (!first || !last || first === last) addWords(part)
    else {
      // A sign before the first digit belongs to the number.
      const begin = first.index - Number('+('.includes(part.charAt(first.index - 1) || ' '))
      const end = last.index + last[0].length
      addWords(part.slice(0, begin))
      runs.push(part.slice(begin, end), part.slice(end))
    }
  }
  return runs
}
