import { type AST, RegExpParser } from '@eslint-community/regexpp'

/**
 * The maximum number of ways to match an expression from one position: infinite for an unlimited
 * repetition. A finite number proves linear time, because it does not grow with the text.
 */
export const waysToMatch = (source: string, flags: string): number =>
  waysOfAny(
    new RegExpParser().parsePattern(source, 0, source.length, {
      unicode: flags.includes('u'),
      unicodeSets: flags.includes('v'),
    }).alternatives,
    undefined,
  )

type Next = AST.Element | undefined

const waysOfAny = (alternatives: AST.Alternative[], next: Next): number =>
  alternatives.reduce((sum, { elements }) => sum + waysOfAll(elements, next), 0)

const waysOfAll = (elements: AST.Element[], next: Next): number =>
  elements.reduce(
    (product, element, index) => product * waysOf(element, elements[index + 1] ?? next),
    1,
  )

const waysOf = (element: AST.Element, next: Next): number => {
  if (element.type === 'Quantifier') return waysOfRepetition(element, next)
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return waysOfAny(element.alternatives, next)
  }
  return element.type === 'Assertion' && 'alternatives' in element
    ? waysOfAny(element.alternatives, undefined)
    : 1
}

const waysOfRepetition = ({ min, max, element }: AST.Quantifier, next: Next): number => {
  if (max === Number.POSITIVE_INFINITY) return max
  // `\w{0,30} ` ends at the first space, and nowhere else.
  if (isOneCharacter(element) && cannotGoOn(element, next)) return 1
  const each = waysOf(element, undefined)
  let ways = 0
  for (let times = min; times <= max; times++) ways += each ** times
  return ways
}

const isOneCharacter = ({ type }: AST.Element): boolean => type.startsWith('Character')

/** Whether the next character must be one that the repetition does not accept. */
const cannotGoOn = (repeated: AST.Element, next: Next): boolean => {
  if (next?.type === 'Assertion' && next.kind === 'lookahead' && !next.negate) {
    const [only, ...others] = next.alternatives
    return others.length === 0 && cannotGoOn(repeated, only?.elements[0])
  }
  if (next?.type !== 'Character') return false
  return !new RegExp(`^${repeated.raw}$`, 'u').test(String.fromCodePoint(next.value))
}
