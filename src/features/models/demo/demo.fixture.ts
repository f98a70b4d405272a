import { answerDemo } from './answers.ts'

/** The demo's answer to the last of these questions. */
export const ask = (prompt: string, ...questions: string[]): string =>
  askIn(undefined, prompt, ...questions)

/** The same, on a page in this language. */
export const askIn = (
  language: string | undefined,
  prompt: string,
  ...questions: string[]
): string => {
  const messages = questions.map((text) => ({ role: 'visitor' as const, text }))
  return answerDemo({ prompt, messages, ...(language !== undefined && { language }) }).text
}
