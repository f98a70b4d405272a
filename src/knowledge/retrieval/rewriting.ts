/** Asks the model of the code, within the budget of the code; null when it does not answer. */
export type Complete = (system: string, text: string) => Promise<string | null>

interface Conversation {
  question: string
  said: { role: 'visitor' | 'assistant'; text: string }[]
  complete?: Complete
}

const mostTitles = 20
const mostSaid = 6
const mostLength = 500

/**
 * The question with search words of the model: a follow-up such as "and on Sundays?" makes sense
 * only in its conversation, and the documents can have another language than the visitor.
 */
export const rewritten = async (
  { question, said, complete }: Conversation,
  titles: string[],
): Promise<string> => {
  if (!complete) return question
  const system =
    'You turn the last question of a conversation into words for a search in documents. Answer ' +
    'with the question as a complete sentence that can be understood alone, in the language of ' +
    'the documents, and with nothing else. The documents are: ' +
    `${titles.slice(0, mostTitles).join('; ')}.`
  const lines = said
    .slice(-mostSaid)
    .map(({ role, text }) => `${role}: ${text.slice(0, mostLength)}`)
  const last = `visitor: ${question}`
  const text = (lines.at(-1) === last ? lines : [...lines, last]).join('\n')
  const answer = await complete(system, text)
  return answer ? `${question}\n${answer.slice(0, mostLength)}` : question
}
