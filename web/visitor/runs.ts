const slow = /[\s\d*_`-]/
const longestRun = 1000

/**
 * The time of the Markdown parser grows with the square of the length of a run of certain
 * characters. The function leaves out the rest of a run that is too long, also across calls.
 */
export const boundRuns = () => {
  let length = 0
  return (text: string): string => {
    let shortened = ''
    for (const character of text) {
      length = slow.test(character) ? length + 1 : 0
      if (length <= longestRun) shortened += character
    }
    return shortened
  }
}
