import { fillerParts, fillers, otherLanguages, parts } from './instructions.languages.ts'
import { english, german, titles } from './instructions.text.ts'
import { alternatives as joined } from './pattern.ts'
import { foldWords } from './words.ts'

/** A prohibition is an instruction that forbids to tell something, or calls it secret. */
export type Nature = 'fact' | 'instruction' | 'prohibition'

/**
 * Whether a sentence of a prompt tells the assistant how to be, or tells a fact. In doubt it is an
 * instruction: a fact that is left out is a pity, an instruction that is read out is a leak.
 */
export const natureOf = (sentence: string): Nature => {
  const folded = foldWords(sentence)
  const text = plain(folded)
  if (secrets.test(text)) return 'prohibition'
  const [beginning = folded, name = folded] = named.exec(folded) ?? []
  const rest = folded.slice(beginning.length)
  const isInstruction =
    wholeTitles.test(plain(name)) ||
    signs.test(text) ||
    speaksToAssistant(text) ||
    clausesOf(rest || name).some((clause) => orders.test(clause))
  return isInstruction ? 'instruction' : 'fact'
}

/** `Door code: 4711`, and `Door code -> 4711`. */
const named = /^([^:：]{1,40}?)(?:[:：]|[-=]>)\s{0,40}(?=\S)/u

/** What a prohibition is about, without the words that forbid. */
export const subjectOf = (prohibition: string): string =>
  plain(foldWords(prohibition)).replace(prompts, ' prompt ').replace(forbidding, ' ')

/** A title over instructions, such as `Rules` or `Tonfall`. */
export const isInstructionTitle = (title: string): boolean =>
  wholeTitles.test(plain(foldWords(title))) || natureOf(title) !== 'fact'

/** What comes after it belongs to it: "Never mention the following". */
export const announcesMore = (sentence: string): boolean => announcing.test(foldWords(sentence))

/** Words with single spaces around them, so that a space is where a word ends. */
const plain = (folded: string): string =>
  ` ${folded
    .replace(/(?<=\b(?:[cdjlmnst]|qu|quelqu))'/g, ' ')
    .replace(/[^\p{L}\p{N}']+/gu, (between) => (/[^\s\-"*_&]/.test(between) ? ' , ' : ' '))} `

const languages = [english, german, ...otherLanguages]

const words = (...texts: string[]): string => `(?<= )(?:${joined(...texts)})(?= )`

const orders = new RegExp(`^ (?:${joined(...languages.map(({ orders }) => orders))})(?= )`)

const signs = new RegExp(
  joined(words(...languages.flatMap(({ signs }) => signs ?? [])), parts.signs),
)

const secrets = new RegExp(
  joined(
    words(...languages.map(({ secrets }) => secrets)),
    ...languages.flatMap(({ never: [negations, verbs] }) => [
      `${words(negations)}.{0,80}${words(verbs)}`,
      `${words(verbs)}.{0,80}${words(negations)}`,
    ]),
    parts.secrets,
  ),
)

const forbidding = new RegExp(
  joined(
    words(fillers, ...languages.flatMap(({ secrets, never }) => [secrets, ...never])),
    parts.secrets,
    fillerParts,
  ),
  'g',
)

/** "These instructions" are none of the sentences before. */
const prompts =
  / (?:\S{1,60} )?(?:instructions?|prompt|rules|guidelines|anweisung\w{0,30}|regeln)(?= )/g

const wholeTitles = new RegExp(`^[ ,]{0,9}(?:${joined(titles)})[ ,]{0,9}$`)

const announcing = new RegExp(
  joined(
    '[:：]\\s{0,9}$',
    `\\b(?:${joined(
      'following|below|folgende\\w*|siguientes?|suivante?s?|seguintes?|seguenti?|nastepujac\\w*',
      'asagidaki\\w*',
    )})\\b`,
    '以下|如下|التالي',
  ),
)

/** Where an order can begin. */
const clausesOf = (folded: string): string[] =>
  folded
    .split(/[;:：—–!()。！；，、]\s*|[.,?]\s+|\s-\s/)
    .map((clause) => withoutOpeners(plain(clause)))

/** Words before an order that leave it one. */
const withoutOpeners = (clause: string): string => {
  let rest = clause
  for (let most = 9; most > 0 && opener.test(rest); most--) rest = rest.replace(opener, '')
  return rest.replace(/^[ ,]{1,9}/, ' ')
}

const opener = new RegExp(
  `^[ ,]{1,9}(?:${joined(
    'and|but|so|also|please|only|just|then|kindly|politely|gently|instead|otherwise|importantly?',
    'und|aber|auch|bitte|nur|dann|sonst|wichtig|y|pero|et|mais|e|ma|mas|por favor|importante',
    's il (?:te|vous) plait|per favore|prosze|lutfen',
  )})(?= )`,
)

/** "You" is the assistant, unless the sentence says what only a visitor would do. */
const speaksToAssistant = (folded: string): boolean =>
  (folded.includes(' you ') && !visitorInEnglish.test(folded)) ||
  (folded.includes(' du ') && !visitorInGerman.test(folded))

const visitorInEnglish = new RegExp(
  words(
    '(?:if|when|once|while|before|after|unless|until|where|that|which|everything|anything) you',
    'you (?:can|may|could|will|need|get|must|should|have to|pay|find|reach)',
    'you are (?:welcome|allowed|free to|invited)',
    '(?:thank|wish|offer|bring|give|show|serve|see|get|earn|cost|take|let|allow|help)s? you',
  ),
)

const visitorInGerman = new RegExp(
  words(
    '(?:wenn|falls|sobald|bevor|nachdem|solange|ob|die|den|das|was|wo|wie) du',
    'du (?:kannst|darfst|musst|findest|bekommst|erreichst|zahlst|brauchst|erhaltst)',
    '(?:kannst|darfst|musst|findest|bekommst|erreichst|zahlst|brauchst|erhaltst|hast|solltest) du',
  ),
)
