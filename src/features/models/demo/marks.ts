import { foldWords } from '../../../platform/text/words.ts'
import { fillerParts, fillers, otherLanguages, parts } from './languages/marks.others.ts'
import { english, german, titles, vaults } from './languages/marks.ts'
import { dedications, duVisitors, openings, talks, youVisitors } from './languages/references.ts'
import { alternatives } from './pattern.ts'

/**
 * The kind of a sentence. An order tells the assistant what to do. A prohibition calls something
 * secret, or restricts to whom or when it is told.
 */
export type Nature = 'fact' | 'order' | 'prohibition'

const languages = [english, german, ...otherLanguages]
const wordsOf = (
  field: 'secrets' | 'limits' | 'telling' | 'asking' | 'circle' | 'orders',
): string => alternatives(...languages.map((language) => language[field]))

const words = (...texts: string[]): string => `(?<= )(?:${alternatives(...texts)})(?= )`
const anyWord = (...texts: string[]): RegExp => new RegExp(words(...texts))

const secrets = new RegExp(`${words(wordsOf('secrets'))}|${alternatives(parts.secrets)}`)
const limits = anyWord(wordsOf('limits'), wordsOf('asking'))
const circle = anyWord(wordsOf('circle'))
/**
 * Matched per language, because a word that restricts in Portuguese ("so") is harmless in English.
 */
const restrictions = languages.map((language) => ({
  limits: anyWord(language.limits),
  told: anyWord(language.telling, language.circle, language.people),
  asking: anyWord(language.asking),
  telling: anyWord(language.telling),
}))
const [things, codes] = vaults.map((texts) => anyWord(texts)) as [RegExp, RegExp]
const orders = new RegExp(`^ (?:${wordsOf('orders')})(?= )`)
const signs = new RegExp(
  `${words(...languages.flatMap((language) => language.signs ?? []))}|${alternatives(parts.signs)}`,
)
const wholeTitles = new RegExp(`^[ ,]{0,9}(?:${alternatives(titles)})[ ,]{0,9}$`)

/** In doubt a sentence is not a fact: a missing fact is a pity, a told secret is a leak. */
export const natureOf = (sentence: string): Nature => {
  const folded = foldWords(sentence)
  const text = plain(folded)
  if (isSecret(text) || folded.split(/[:：;；]/).some(isRestricted)) return 'prohibition'
  const [beginning = folded, name = folded] = named.exec(folded) ?? []
  const rest = folded.slice(beginning.length)
  const isInstruction =
    wholeTitles.test(plain(name)) ||
    signs.test(text) ||
    speaksToAssistant(text) ||
    clausesOf(rest || name).some((clause) => orders.test(clause))
  return isInstruction ? 'order' : 'fact'
}

const isSecret = (text: string): boolean =>
  secrets.test(text) || (things.test(text) && (codes.test(text) || /\d/.test(text)))

const isRestricted = (part: string): boolean => {
  const text = plain(part)
  if (!limits.test(text)) return false
  return restrictions.some(
    ({ limits, told, asking, telling }) =>
      (limits.test(text) && told.test(text)) || (asking.test(text) && telling.test(text)),
  )
}

/** Whether a sentence contains a word that forbids, restricts or states a condition. */
export const isLimited = (sentence: string): boolean => limits.test(plain(foldWords(sentence)))

/** Matches titles over instructions or secrets, such as `Rules`, `Tonfall` or `For the team`. */
export const isOutTitle = (title: string): boolean => {
  const text = plain(foldWords(title))
  const isForFew = circle.test(text) && dedication.test(text)
  return isForFew || conversation.test(text) || wholeTitles.test(text) || natureOf(title) !== 'fact'
}

const dedication = anyWord(dedications)

const conversation = anyWord(talks)

/** Whether a sentence begins like an instruction. */
export const isOrder = (sentence: string): boolean =>
  orders.test(clausesOf(foldWords(sentence))[0] ?? '')

/** `Door code: 4711`, and `Door code -> 4711`. */
const named = /^([^:：]{1,40}?)(?:[:：]|[-=]>)\s{0,40}(?=\S)/u

/** The subject of a prohibition, without the words that forbid. */
export const subjectOf = (prohibition: string): string =>
  plain(foldWords(prohibition)).replace(forbidding, ' ')

const forbidding = new RegExp(
  alternatives(
    words(fillers, wordsOf('secrets'), wordsOf('limits'), wordsOf('telling')),
    parts.secrets,
    fillerParts,
  ),
  'g',
)

/** Puts single spaces around words, so that a space marks the end of a word. */
const plain = (folded: string): string =>
  ` ${folded
    .replace(/(?<=\b(?:[cdjlmnst]|qu|quelqu))'/g, ' ')
    .replace(/[^\p{L}\p{N}']+/gu, (between) => (/[^\s\-"*_&]/.test(between) ? ' , ' : ' '))} `

/** The positions where an instruction can begin. */
const clausesOf = (folded: string): string[] =>
  folded
    .split(/[;:：—–!()。！；，、]\s*|[.,?]\s+|\s-\s/)
    .map((clause) => withoutOpeners(plain(clause)).replace(/^[ ,]{0,9}/, ' '))

/** A word that may come before an instruction. */
const opener = new RegExp(`^[ ,]{1,9}(?:${alternatives(openings)})(?= )`)

const withoutOpeners = (clause: string): string => {
  let rest = clause
  for (let count = 0; count < 9 && opener.test(rest); count++) rest = rest.replace(opener, '')
  return rest
}

/** "You" is the assistant, unless the sentence describes something that only visitors do. */
const speaksToAssistant = (text: string): boolean =>
  (text.includes(' you ') && !visitorInEnglish.test(text)) ||
  (text.includes(' du ') && !visitorInGerman.test(text))

const visitorInEnglish = anyWord(...youVisitors)
const visitorInGerman = anyWord(...duVisitors)
