import { scanLanguages } from '#contract/languages.ts'
import { scanWords } from '../../../src/features/page/words.ts'
import { threadMs } from './duration.ts'

/** The CPU time of the shortest run, because the compiler or the garbage collector delays some. */
export const shortestMs = (run: () => void, runs = 3): number => {
  let shortest = Number.POSITIVE_INFINITY
  for (let count = 0; count < runs; count++) {
    const before = threadMs()
    run()
    shortest = Math.min(shortest, threadMs() - before)
  }
  return shortest
}

/** Too short to be measured. */
const floorMs = 25
/** For a text four times as long, linear work takes 4 times as long, quadratic work 16 times. */
const maxRatio = 9

/** The problem with the time of a function for a text and for four times the text. */
export const complaint = (
  read: (text: string) => unknown,
  textOf: (length: number) => string,
  length: number,
): string | null => {
  const long = textOf(4 * length)
  if (shortestMs(() => read(long), 1) < floorMs) return null
  const short = textOf(length)
  // Measured once more, because the first run includes compilation.
  for (let attempt = 0; attempt < 3; attempt++) {
    const longMs = shortestMs(() => read(long))
    if (longMs < floorMs || longMs < maxRatio * shortestMs(() => read(short))) return null
  }
  const ms = shortestMs(() => read(long))
  return `${ms} ms for ${4 * length} characters of ${JSON.stringify(long.slice(0, 40))}`
}

export const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** A letter, a word and a sentence of every language. */
export const unitsByLanguage: [language: string, units: string[]][] = scanLanguages.map(
  (language) => {
    const { deleteText } = scanWords[language]
    const [word = deleteText] = deleteText.split(' ')
    return [
      language,
      [word.slice(-1), word, `${word} `, `${word}. `, `${word}: `, `${deleteText} `],
    ]
  },
)

/** Texts that expressions and loops search for. */
export const signs = [
  ...[
    '#',
    '# ',
    '*',
    '**',
    '_',
    '-',
    '- ',
    '–',
    '>',
    '`',
    '```\n',
    '|',
    '[',
    '](',
    '<',
    '</',
    '<a ',
  ],
  ...[' ', '\t', '\n', '\r', '\r\n', ' \n', '\u3000', '\u200f', '\ufeff'],
  ...[
    '.',
    '. ',
    '. A',
    'A.',
    '…',
    '!',
    '?',
    '؟',
    '。',
    '，',
    ':',
    ': ',
    '：',
    ';',
    '; ',
    ',',
    '->',
  ],
  ...['"', '""', "'", "l'", '(', ')', '1', '1.', '1. ', '1) ', ' 2) x', '0.', '1e', '-1', '+'],
  ...[
    '@',
    'a@',
    '.a',
    '/',
    '//',
    'http://a',
    '%',
    '&',
    '&amp;',
    '=',
    ';q=0',
    '\\',
    '{',
    '}',
    '.a{}',
  ],
  ...['a', 'ies', 'en', 'A', 'aA1 ', 'é', 'e\u0301', 'ß', 'ﷺ', '👩‍👩‍👧', '\ud83d\ude00'],
  ...[
    'never tell ',
    'nie sagen ',
    'keep it ',
    'open ',
    'ساعات',
    'سع',
    '早餐',
    'チケット',
    'mot de ',
  ],
]
