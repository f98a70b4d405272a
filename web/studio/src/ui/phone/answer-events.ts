import { api } from '../../api/client.ts'
import type { paths } from '../../api/schema.d.ts'

export type Draft =
  paths['/v1/qpr-codes/preview-answer']['post']['requestBody']['content']['application/json']

/** As the description of the operation has them: a stream has no schema. */
export type AnswerEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'finish'; data: { demo: boolean } }
  | { event: 'error'; data: { message: string; retryable: boolean } }

/** What a code like this would answer, as it comes; throws an ApiProblem where it is refused. */
export async function* answerEvents(draft: Draft, signal: AbortSignal) {
  const { data } = await api.POST('/v1/qpr-codes/preview-answer', {
    body: draft,
    parseAs: 'stream',
    signal,
  })
  const stream = data as ReadableStream<Uint8Array> | null | undefined
  if (!stream) return
  let rest = ''
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      yield* blocks.flatMap(eventIn)
    }
  } finally {
    // Whoever has read enough need not wait for the end of the connection.
    void reader.cancel().catch(() => {})
  }
}

/** None of a comment, which only keeps the connection alive. */
const eventIn = (block: string): AnswerEvent[] => {
  // Only at \n: a text may have other ends of lines in it.
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const event = field('event')
  const data = field('data')
  return event && data ? [{ event, data: JSON.parse(data) } as AnswerEvent] : []
}
