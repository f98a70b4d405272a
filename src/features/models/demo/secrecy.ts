import { termsOf } from '../../../platform/text/terms.ts'
import { foldWords, isSmallWord, stemsOf, wordsIn } from '../../../platform/text/words.ts'
import * as words from './words/secrecy.ts'

/** What may not be quoted because of a sentence. */
export const doubt = { none: 0, sentence: 1, neighbours: 2, paragraph: 3 }

const { ar, zh, ja, ...spaced } = words.secrecyWords
type Kind = keyof typeof ar

/** The alternatives of lists of words, in which a `*` stands for some letters. */
const alternatives = (...lists: string[]): string =>
  lists
    .filter((list) => list !== '')
    .join('|')
    .replace(/\n\s*/g, '')
    .replaceAll('*', "[\\w']{0,30}")

const listsOf = (kind: Kind): string[] => Object.values(spaced).map((one) => one[kind])
const partsOf = (kind: Kind): string => alternatives(ar[kind], zh[kind], ja[kind])
const matching = (lists: string[], parts: string): RegExp =>
  new RegExp(`(?<= )(?:${alternatives(...lists)})(?= )|${parts}`)

const mark = matching(listsOf('marks'), partsOf('marks'))
const manner = matching(listsOf('manner'), partsOf('manner'))
const limit = matching([words.limits], words.limitParts)
const code = matching([words.codes], words.codeParts)
const pointer = matching([words.pointers], words.pointerParts)
const visitors = matching([words.people], words.peopleParts)
const order = new RegExp(
  `(?<=^ |, )(?:(?:${words.openers}) ){0,3}(?:${alternatives(...listsOf('orders'))})(?= [^,])`,
)
const manners = new RegExp(`${manner.source}|${visitors.source}`, 'g')
const address = new RegExp(`(?<= )(?:${words.assistantAddressed})(?= )`, 'g')
const sources = [mark, order, limit, visitors].map(({ source }) => source)
const forbidding = new RegExp(sources.join('|'), 'g')

/** Words with single spaces around them; a comma stands for any other sign between them. */
const plain = (folded: string): string =>
  ` ${folded
    .replace(words.visitorAddressed, ',')
    .replace(/(?<=\b(?:[cdjlmnst]|qu))'/g, ' ')
    .replace(/[^\p{L}\p{N}']+/gu, (between) => (/[^\s\-"*_&]/.test(between) ? ' , ' : ' '))
    .replace(/^[ ,]{1,9}/, '')} `

/** In a script without a list of words nothing is known to be harmless. */
const otherScript =
  /[^\P{L}\p{Script=Latin}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}]/u

const isMarked = (text: string): boolean =>
  otherScript.test(text) ||
  mark.test(text) ||
  order.test(text) ||
  // "This does not leave the kitchen."
  (pointer.exec(text)?.index === 1 && limit.test(text)) ||
  // "Not for guests."
  text.split(' , ').some((clause) => limit.test(` ${clause} `) && visitors.test(` ${clause} `))

/** "Always answer politely" does not concern a fact, unlike "Never answer". */
const isManner = (text: string): boolean =>
  manner.test(text) &&
  !limit.test(text) &&
  text
    .replace(manners, ' ')
    .split(' ')
    .every((word) => !/[\p{L}\p{N}]/u.test(word) || (isSmallWord(word) && !mark.test(` ${word} `)))

/** Everybody gets the password of the Wi-Fi, but not every code is for visitors. */
const isCode = (folded: string): boolean =>
  code.test(plain(folded)) && !termsOf(folded).includes('#wifi')

export const doubtIn = (sentence: string): number => {
  const folded = foldWords(sentence)
  const rest = folded.replace(words.introduction, '')
  const text = plain(rest)
  if (remarksIn(folded).some(isOutTitle)) return doubt.neighbours
  if (!isMarked(text)) return rest !== folded || isCode(folded) ? doubt.sentence : doubt.none
  if (isManner(text)) return doubt.sentence
  // A remark without a subject of its own, such as "Tell nobody", means what surrounds it.
  return pointer.test(text) || subjectsOf(sentence).length === 0
    ? doubt.paragraph
    : doubt.neighbours
}

/** Remarks in brackets: "The door is open (private)". */
const remarksIn = (text: string): string[] =>
  [...text.matchAll(/[([（［]([^()[\]（）［］]{1,60})[)\]）］]/g)].map(([, remark = '']) => remark)

/** A few words without a number, such as "Hush!" or "Silence about this". */
export const isRemark = (sentence: string): boolean => {
  const { length } = wordsIn(foldWords(sentence))
  const isPointing = pointer.test(plain(foldWords(sentence)))
  return !/\d/.test(sentence) && length <= (isPointing ? 4 : sentence.endsWith('!') ? 3 : 1)
}

/** Whether a title, or the name before a colon, stands above instructions or secrets. */
export const isOutTitle = (title: string): boolean => {
  const text = plain(foldWords(title))
  return isMarked(text) || isManner(text) || isCode(foldWords(title))
}

/** What a sentence forbids to tell, also elsewhere: the stems of each of its subjects. */
export const forbiddenIn = (sentence: string): string[][] => {
  const text = plain(foldWords(sentence)).replace(address, ' ')
  return limit.test(text) && (mark.test(text) || visitors.test(text)) ? subjectsOf(sentence) : []
}

/** What a sentence speaks of, apart from the words that forbid. */
const subjectsOf = (sentence: string): string[][] =>
  plain(foldWords(sentence))
    .replace(forbidding, ' ')
    .split(/ , | (?:or|and|oder|und|o|y|ou|et|e|lub|i|veya|ve) /)
    .map((clause) => [...new Set(stemsOf(clause))])
    .filter((stems) => stems.length > 0)
