import type { StreamEvent } from '../../../../sdk/typescript/src/index.ts'
import type { Citation } from '../ui/citations.tsx'
import { qpr, type Schema } from './client.ts'

export type AnswerDraft = Schema<'PreviewAnswerRequest'>

interface Ended {
  text?: string
  citations?: Citation[]
  message?: string
}

type AnswerEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'finish'; data: Ended & { demo: boolean } }
  | { event: 'error'; data: Ended & { message: string; retryable: boolean } }

/** Streams the answer that this draft would give. Throws an ApiProblem when it is refused. */
export const answerEvents = (draft: AnswerDraft, signal: AbortSignal) =>
  qpr.codes.previewAnswer(draft, { signal }) as AsyncGenerator<StreamEvent<unknown> & AnswerEvent>
