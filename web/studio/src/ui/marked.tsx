interface MarkedProps {
  text: string
  /** These words exactly, as a citation has them. */
  quote?: string | undefined
  /** Without a quote: the words of this question. */
  question?: string | undefined
}

/** A text with the words that matter marked. */
export const Marked = ({ text, quote, question = '' }: MarkedProps) => {
  // Every second part is marked.
  const parts = (quote && around(text, quote)) || markedWords(text, question)
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <mark key={at} className="bg-accent-soft text-ink underline decoration-accent decoration-2">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

const around = (text: string, quote: string): string[] | null => {
  const at = text.indexOf(quote)
  return at < 0 ? null : [text.slice(0, at), quote, text.slice(at + quote.length)]
}

/** Short words are in every text. */
const minLetters = 4

/** The words that begin with a word of the question. */
const markedWords = (text: string, question: string): string[] => {
  const asked = wordsIn(question).filter(({ length }) => length >= minLetters)
  const parts = ['']
  for (const [at, part] of text.split(/([\p{L}\p{N}]+)/u).entries()) {
    const word = at % 2 === 1 ? part.toLowerCase() : ''
    if (word !== '' && asked.some((one) => word.startsWith(one))) parts.push(part, '')
    else parts.push(`${parts.pop()}${part}`)
  }
  return parts
}

const wordsIn = (question: string): string[] =>
  question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
