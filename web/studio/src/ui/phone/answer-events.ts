import { createParser } from 'eventsource-parser'
import { api } from '../../api/client.ts'
import type { paths } from '../../../../../sdk/typescript/src/index.ts'

export type Draft =
  paths['/v1/qpr-codes/preview-answer']['post']['requestBody']['content']['application/json']

/** As the API reference describes them: a stream has no schema. */
type AnswerEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'finish'; data: { demo: boolean; message?: string; text?: string } }
  | { event: 'error'; data: { message: string; retryable: boolean; text?: string } }

/** Streams the answer that this draft would give. Throws an ApiProblem when it is refused. */
export async function* answerEvents(draft: Draft, signal: AbortSignal) {
  const { data } = await api.POST('/v1/qpr-codes/preview-answer', {
    body: draft,
    parseAs: 'stream',
    signal,
  })
  const stream = data as ReadableStream<Uint8Array> | null | undefined
  if (!stream) return
  const events: AnswerEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ event, data: JSON.parse(data) } as AnswerEvent),
  })
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    // A caller that stops reading must not wait for the end of the connection.
    void reader.cancel().catch(() => {})
  }
}
