import { foldWords } from './words.ts'

/** Beginnings of words that call something secret. */
const stems = [
  ...[
    'secret',
    'confiden',
    'classified',
    'sensitive',
    'discre',
    'diskre',
    'dyskre',
    'geheim',
    'vertraulich',
    'ultrasecret',
  ],
  ...['ultrassecret', 'segret', 'segred', 'sigil', 'riservat', 'poufn', 'tajn', 'tajemn'],
  ...['gizli', 'dahili', 'sekret', 'سري', 'سرا', 'داخلي'],
]

/** Words that say the same together. */
const phrases = [
  ...['between us', 'to yourself', 'not for the public', 'not public', 'pass this on'],
  ...[
    'pass it on',
    'staff only',
    'employees only',
    'restricted information',
    'needs to know',
    'need to know',
    'niemanden etwas an',
  ],
  ...[
    'before release',
    'do not publish',
    'nicht veroffentlichen',
    'not for guests',
    'not for visitors',
    'unter uns',
    'fur dich',
  ],
  ...['nicht fur die offentlichkeit', 'nicht offentlich', 'entre nosotros', 'para ti'],
  ...['no es publico', 'entre nous', 'pour toi', 'pas public', 'dis rien', 'entre nos'],
  ...['para voce', 'nao e publico', 'tra noi', 'per te', 'non e pubblico', 'miedzy nami'],
  ...['dla siebie', 'aramizda', 'kimse bilmesin', 'bunu aciklama', 'بيننا', 'لنفسك'],
  ...['للموظفين فقط', 'personel icin', 'internal only', 'strictly internal', 'nur intern'],
  ...['streng intern', 'uso interno', 'usage interne', 'solo interno', 'wewnetrzne'],
]

/** In scripts without spaces. */
const parts = ['保密', '机密', '秘密', '绝密', '仅限员工', '不公开', '極秘', '機密', '内緒', '他言']

const mostWords = 7
const mostSyllables = 14
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * A short sentence that calls something secret and does not say what: "Strictly confidential." It
 * speaks of the sentence before it. One with a name or a number speaks of that.
 */
export const isBareSecrecy = (sentence: string): boolean => {
  if (/\d|\p{Lu}{3}/u.test(sentence)) return false
  const folded = foldWords(sentence)
  if (syllables.test(folded)) {
    return folded.length <= mostSyllables && parts.some((part) => folded.includes(part))
  }
  const words = folded.match(/[\p{L}\p{N}']+/gu) ?? []
  if (words.length > mostWords) return false
  const text = words.join(' ')
  return (
    words.some((word) => stems.some((stem) => word.startsWith(stem))) ||
    phrases.some((phrase) => text.includes(phrase))
  )
}

/** What stands in brackets: "The door is open (staff only)". */
export const remarksIn = (sentence: string): string[] =>
  [...sentence.matchAll(/[([（［]([^()[\]（）［］]{1,60})[)\]）］]/g)].map(
    ([, remark = '']) => remark,
  )
