import { foldWords } from '../../../platform/text/words.ts'
import { smallTalk } from './languages/small-talk.ts'
import { alternatives } from './pattern.ts'

const patterns = smallTalk.map(([kind, words, parts]) => ({
  kind,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${alternatives(words)})(?![\\p{L}\\p{N}])|${alternatives(parts)}`,
    'u',
  ),
}))

/** The kind of small talk in a message; null when it has none. */
export const smallTalkIn = (text: string) => {
  const folded = foldWords(text)
    .replace(/[.!?¿¡。！？؟…]+/gu, ' ')
    .trim()
  return patterns.find(({ pattern }) => pattern.test(folded))?.kind ?? null
}
