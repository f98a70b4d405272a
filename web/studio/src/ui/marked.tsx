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
  const parts = (quote && around(text, quote)) || text.split(wordsOf(question))
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
const maxWords = 32
const nothing = /(?!)/

const wordsOf = (question: string): RegExp => {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const long = words.filter(({ length }) => length >= minLetters).slice(0, maxWords)
  return long.length === 0 ? nothing : new RegExp(`(${long.join('|')})`, 'giu')
}
