import { ConnectionError } from './errors.ts'
import { backoffMs, wait } from './transport.ts'
import type { StreamEvent } from './types.ts'

/** The service sends a comment every 15 s; a connection that is silent for longer is dead. */
const silentMs = 45_000

const reading = async <T>(read: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream is silent.')), silentMs)
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** The lines of a body. A line that is cut off by the end of the body is dropped. */
async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reading(reader.read())
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // A caller that stops reading must not wait for the end of the connection.
    void reader.cancel().catch(() => {})
  }
}

/** Server-sent events of a body. An id without data is an event with `data: undefined`. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent<unknown>> {
  let fields: Record<string, string> = {}
  for await (const line of linesIn(body)) {
    if (line !== '') {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      fields[name] = name === 'data' && 'data' in fields ? `${fields.data}\n${value}` : value
      continue
    }
    const { id, event = 'message', data } = fields
    fields = {}
    if (id !== undefined || data !== undefined) {
      yield { id, event, data: data === undefined ? undefined : JSON.parse(data) }
    }
  }
}

interface Following {
  open: () => Promise<Response>
  /** Requests the stream again, after the last event if there was one; without it, it ends. */
  resume?: (lastId: string | undefined) => Promise<Response>
  signal: AbortSignal | undefined
}

/** Follows a stream, and resumes it after the last event: nothing is lost, nothing comes twice. */
export async function* follow({ open, resume, signal }: Following) {
  let lastId: string | undefined
  let failures = 0
  for (let response = await open(); ; response = await resume(lastId)) {
    try {
      for await (const event of response.body ? eventsIn(response.body) : []) {
        failures = 0
        lastId = event.id ?? lastId
        if (event.data !== undefined) yield event
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!resume) throw broken(error)
    }
    if (!resume) return
    await wait(backoffMs(failures++, 30_000), signal)
  }
}

const broken = (cause: unknown) =>
  new ConnectionError({ status: 0, code: 'no_answer', detail: 'The stream broke off.' }, { cause })
