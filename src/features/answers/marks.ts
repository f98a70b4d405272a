/**
 * Numbers the marks of citations in the order in which they appear. A model writes the number of a
 * passage, such as `[7]` or `[2, 7]`; the visitor reads `[1]`, `[2]`. Other numbers in brackets stay.
 */
export const createMarks = (passages: number) => {
  /** The numbers of the passages, in order. */
  const order: number[] = []
  let buffered = ''

  const numbered = (text: string): string =>
    text.replace(markPattern, (mark, list: string) => {
      const numbers = list.split(/[,;]/).map(Number)
      if (!numbers.every((number) => number >= 1 && number <= passages)) return mark
      return numbers.map((number) => `[${placeOf(number)}]`).join('')
    })

  const placeOf = (number: number): number => {
    if (!order.includes(number)) order.push(number)
    return order.indexOf(number) + 1
  }

  return {
    /** The text that can be shown now: it holds back what may be the beginning of a mark. */
    push(text: string): string {
      if (passages === 0) return text
      buffered += text
      const start = openPattern.exec(buffered.slice(-longestMark))
      const shownLength = start ? buffered.length - start[0].length : buffered.length
      const shown = numbered(buffered.slice(0, shownLength))
      buffered = buffered.slice(shownLength)
      return shown
    },
    end(): string {
      const rest = numbered(buffered)
      buffered = ''
      return rest
    },
    /** The number of the passage that each mark stands for, from mark 1 on. */
    order: (): number[] => order,
  }
}

const markPattern = /\[([\d,;\s]{1,38})\]/g
const openPattern = /\[[\d,;\s]{0,39}$/
const longestMark = 40

/** A copy without the marks from 1 to `maximum`, and without the space before them. */
export const withoutMarks = (text: string, maximum: number): string =>
  renumbered(text, maximum, () => null)

/** Gives each mark from 1 to `maximum` another number; null removes it. */
export const renumbered = (
  text: string,
  maximum: number,
  numberOf: (mark: number) => number | null,
): string =>
  text.replace(/([ \u00a0]?)\[(\d{1,3})\]/g, (whole, space: string, digits: string) => {
    const mark = Number(digits)
    if (mark < 1 || mark > maximum) return whole
    const number = numberOf(mark)
    return number === null ? '' : `${space}[${number}]`
  })
