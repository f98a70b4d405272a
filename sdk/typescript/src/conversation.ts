import { AnswerError, errors } from './errors.ts'
import { randomKey } from './transport.ts'
import type { Call, CallOptions, Schema } from './types.ts'

/** The calls that a conversation is made of. */
export interface VisitorCalls {
  get: Call<'GET /c/{token}'>
  say: Call<'POST /c/{token}/messages'>
  retry: Call<'POST /c/{token}/retry'>
  follow: Call<'GET /c/{token}/events'>
  stop: Call<'POST /c/{token}/stop'>
  rate: Call<'POST /c/{token}/rating'>
  askForPerson: Call<'POST /c/{token}/handoff'>
  leaveLead: Call<'POST /c/{token}/lead'>
  close: Call<'POST /c/{token}/close'>
  forget: Call<'DELETE /c/{token}'>
}

/** A passage that an answer cites: `number` is 1 for the mark `[1]` in the text. */
export type Citation = NonNullable<Schema<'AnswerFinish'>['citations']>[number]

export type AnswerPart =
  | { type: 'delta'; text: string }
  /** The end of the answer. */
  | {
      type: 'finish'
      /** Empty: there is nothing to append. */
      text: ''
      /** The complete text. Show it instead of the deltas: marks of citations may be removed. */
      answer: string
      citations: Citation[]
      tokens: number | null
      truncated: boolean
      /** Tells the visitor why the answer is incomplete. */
      message?: string
      /** The service offers a person: show a button that calls `askForPerson`. */
      offer?: 'handoff'
      /** A sentence of the service: the answer claims a hand-over that has not happened. */
      notice?: string
    }

/** A conversation as its visitor has it. Keep the `token` to resume it later. */
export class Conversation {
  readonly token: string
  readonly #calls: VisitorCalls
  #lastEventId: string | undefined
  #handling: Schema<'Visit'>['handling'] = 'assistant'

  constructor(calls: VisitorCalls, token: string, lastEventId?: string | null) {
    this.#calls = calls
    this.token = token
    this.#lastEventId = lastEventId ?? undefined
  }

  /**
   * Says something, and streams the answer. A dropped connection is resumed. While a person answers
   * there is nothing to stream: `get()` has their messages, and the events of `visitors.follow`.
   */
  async *say(text: string, options?: CallOptions): AsyncGenerator<AnswerPart, void, undefined> {
    // With an id, a message that is sent again is answered only once.
    const message = { text, client_id: randomKey() }
    const { message_id } = await this.#calls.say(this.token, message, options)
    if (this.#handling !== 'assistant' && (await this.#isForPerson(message_id, options))) return
    yield* this.#answer(message_id, options)
  }

  /** Retries the last answer after an AnswerError that is retryable. */
  async *retry(options?: CallOptions): AsyncGenerator<AnswerPart, void, undefined> {
    const { message_id } = await this.#calls.retry(this.token, undefined, options)
    yield* this.#answer(message_id, options)
  }

  /** The rest of an answer that still runs, after `qpr.resume(token)`. */
  async *rest(options?: CallOptions): AsyncGenerator<AnswerPart, void, undefined> {
    const { messages, last_event_id } = await this.get(options)
    const running = messages.findLast(({ status }) => status === 'running')
    this.#lastEventId = last_event_id ?? undefined
    if (running) yield* this.#answer(running.message_id, options, running.text)
  }

  /** The conversation with all of its messages. */
  async get(options?: CallOptions): Promise<Schema<'Visit'>> {
    const visit = await this.#calls.get(this.token, undefined, options)
    this.#handling = visit.handling
    return visit
  }

  /** Asks for a person. Throws `HandoffUnavailable` with a sentence for the visitor. */
  async askForPerson(options?: CallOptions) {
    const asked = await this.#calls.askForPerson(this.token, undefined, options)
    this.#handling = asked.handling
    return asked
  }

  /** Sends the form of the code, with the sentence of consent as it was shown. */
  leaveLead(lead: Schema<'LeaveLeadRequest'>, options?: CallOptions) {
    return this.#calls.leaveLead(this.token, lead, options)
  }

  /** Stops the answer; the partial text is kept. */
  stop(options?: CallOptions) {
    return this.#calls.stop(this.token, undefined, options)
  }

  rate(rating: Schema<'RateConversationRequest'>, options?: CallOptions) {
    return this.#calls.rate(this.token, rating, options)
  }

  /** Ends the conversation. */
  close(options?: CallOptions) {
    return this.#calls.close(this.token, undefined, options)
  }

  /** Deletes the conversation with all of its messages. */
  forget(options?: CallOptions) {
    return this.#calls.forget(this.token, undefined, options)
  }

  /** Whether no model answers a message: then its id is that of the message itself. */
  async #isForPerson(messageId: string, options?: CallOptions): Promise<boolean> {
    const { messages } = await this.get(options)
    return messages.some(({ message_id, role }) => message_id === messageId && role === 'visitor')
  }

  /** `known` is the text before the next event. */
  async *#answer(
    messageId: string,
    options?: CallOptions,
    known = '',
  ): AsyncGenerator<AnswerPart, void, undefined> {
    const after = this.#lastEventId
    const events = this.#calls.follow(this.token, after === undefined ? {} : { after }, options)
    let streamed = known
    for await (const { id, event, data } of events) {
      this.#lastEventId = id
      if (event === 'ended') throw ended()
      if (event === 'handling' && (await this.#isForPerson(messageId, options))) return
      // The events of other answers, and events that this version does not know.
      if (!isEventOf(messageId, data)) continue
      if (event === 'error' && 'kept_characters' in data) throw new AnswerError(data, streamed)
      if (event === 'delta' && 'text' in data) {
        const { text = '' } = data
        streamed += text
        yield { type: 'delta', text }
      }
      if (event === 'finish' && 'tokens' in data) return yield finishOf(data, streamed)
    }
  }
}

type AnswerData = { message_id: string } & (
  | Schema<'AnswerDelta'>
  | Schema<'AnswerFinish'>
  | Schema<'AnswerError'>
)

const isEventOf = (messageId: string, data: unknown): data is AnswerData =>
  typeof data === 'object' && data !== null && 'message_id' in data && data.message_id === messageId

const finishOf = (data: Schema<'AnswerFinish'>, streamed: string): AnswerPart => {
  const { tokens, truncated = false, message, text = streamed, citations = [] } = data
  const { offer, notice } = data
  return {
    type: 'finish',
    text: '',
    answer: text,
    citations,
    tokens,
    truncated,
    ...(message !== undefined && { message }),
    ...(offer && { offer }),
    ...(notice !== undefined && { notice }),
  }
}

const ended = () =>
  new errors.ConversationEnded({
    status: 410,
    code: 'conversation_ended',
    detail: 'This conversation has ended.',
  })
