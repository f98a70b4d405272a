// Runs in a worker thread.
import { createAnswers } from './answers.ts'

/** Reads long prompts, documents and messages, which takes up to a second. */
export const answerDemo = createAnswers()
