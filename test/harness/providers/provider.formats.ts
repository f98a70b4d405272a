/** The format of a provider's answer: an event for each token, with a beginning and an end. */
export interface Format {
  begin: string[]
  token(text: string): string
  end(finish: Finish, usage: Usage | null): string[]
  /** Events that can replace a token. */
  failure(message: string): string
  /** The body of a status other than 200. */
  refusal(status: number, message: string): object
}

export type Finish = 'stop' | 'length' | 'content_filter'

export interface Usage {
  input: number
  output: number
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const event = (type: string, rest: object = {}) => `event: ${type}\n${data({ type, ...rest })}`

const openaiChunk = (delta: object, finish: string | null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_767_225_600,
  model: 'fake',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

const openai: Format = {
  begin: [data(openaiChunk({ role: 'assistant', content: '' }, null))],
  token: (content) => data(openaiChunk({ content }, null)),
  end: (finish, usage) => [
    data(openaiChunk({}, finish)),
    ...(usage
      ? [
          data({
            ...openaiChunk({}, null),
            choices: [],
            usage: {
              prompt_tokens: usage.input,
              completion_tokens: usage.output,
              total_tokens: usage.input + usage.output,
            },
          }),
        ]
      : []),
    'data: [DONE]\n\n',
  ],
  failure: (message) => data({ error: { message, type: 'server_error', code: null } }),
  refusal: (status, message) => ({
    error: { message, type: `error_${status}`, param: null, code: 'some_code' },
  }),
}

const anthropicStops: Record<Finish, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
}

const anthropic: Format = {
  begin: [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'fake',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('ping'),
  ],
  token: (text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  end: (finish, usage) => [
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: anthropicStops[finish], stop_sequence: null },
      usage: { input_tokens: usage?.input ?? 0, output_tokens: usage?.output ?? 0 },
    }),
    event('message_stop'),
  ],
  failure: (message) => event('error', { error: { type: 'overloaded_error', message } }),
  refusal: (status, message) => ({ type: 'error', error: { type: `error_${status}`, message } }),
}

const googleStops: Record<Finish, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
}

const googleChunk = (text: string, more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }],
  modelVersion: 'fake',
})

const google: Format = {
  begin: [],
  token: (text) => data(googleChunk(text)),
  end: (finish, usage) => [
    data({
      ...googleChunk('', { finishReason: googleStops[finish] }),
      ...(usage && {
        usageMetadata: {
          promptTokenCount: usage.input,
          candidatesTokenCount: usage.output,
          totalTokenCount: usage.input + usage.output,
        },
      }),
    }),
  ],
  failure: (message) => data({ error: { code: 500, message, status: 'INTERNAL' } }),
  refusal: (status, message) => ({ error: { code: status, message, status: `ERROR_${status}` } }),
}

/** By the path of the request; null for any other. */
export const formatOf = (path: string): Format | null => {
  const { pathname } = new URL(path, 'http://provider')
  if (pathname.endsWith('/chat/completions')) return openai
  if (pathname.endsWith('/messages')) return anthropic
  return pathname.endsWith(':streamGenerateContent') ? google : null
}
