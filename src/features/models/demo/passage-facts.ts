import type { Passage } from '../passage.ts'
import type { Fact } from './facts.ts'
import { sentencesOf } from './sentences.ts'

/**
 * The sentences of a passage. Unlike a prompt, a document addresses its readers: “Press the button”
 * is a fact and not an order to the assistant.
 */
export const passageFacts = ({ title, headings, text }: Passage, number: number): Fact[] => {
  const context = [title, ...headings].join(' ')
  const facts: Fact[] = []
  let heading = headings.at(-1) ?? title
  for (const paragraph of paragraphsOf(text)) {
    for (const sentence of sentencesOf(paragraph).flatMap(shortened)) {
      // The next sentence answers it.
      if (/[?？؟]$/.test(sentence)) heading = sentence
      else facts.push({ text: sentence, heading, isListed: false, context, passage: number })
    }
  }
  return facts
}

/** Lines that belong together. A PDF breaks a line in the middle of a sentence. */
const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s{0,99}\n|\n(?=\s{0,9}(?:[-*•·▪●–+#|]|\d{1,2}[.)])\s)/).map((paragraph) =>
    paragraph
      .replace(/\s+/g, ' ')
      .replace(/^ ?(?:[-*•·▪●–+]|#{1,6}|\d{1,2}[.)]) /, '')
      .trim(),
  )

/** A very long sentence is the text of a table or of a picture. */
const shortened = (sentence: string): string[] =>
  sentence.match(/\S.{0,299}(?=\s|$)|\S{1,300}/gu)?.map((part) => part.trim()) ?? []
