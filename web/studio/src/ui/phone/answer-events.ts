import type { StreamEvent } from '../../../../../sdk/typescript/src/index.ts'
import { qpr, type Schema } from '../../api/client.ts'

export type Draft = Schema<'PreviewAnswerRequest'>

type AnswerEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'finish'; data: { demo: boolean; message?: string; text?: string } }
  | { event: 'error'; data: { message: string; retryable: boolean; text?: string } }

/** Streams the answer that this draft would give. Throws an ApiProblem when it is refused. */
export const answerEvents = (draft: Draft, signal: AbortSignal) =>
  qpr.codes.previewAnswer(draft, { signal }) as AsyncGenerator<StreamEvent<unknown> & AnswerEvent>
