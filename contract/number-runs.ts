const numbers = /([+(]?\d+(?:[\s()./:–-]{1,2}\d+)+)/

/**
 * Splits a text into words and numbers of several groups, in turn: words first. In right-to-left
 * text a browser would show the groups of a telephone number in reverse order.
 */
export const numberRuns = (text: string): string[] => text.split(numbers)
