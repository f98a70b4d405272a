import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { secondMs } from '../../kit/clock.ts'
import { isUnavailable } from '../../store/errors.ts'

const aliveMs = 15 * secondMs
const retryMs = secondMs

export interface StreamReader {
  /** Aborted when the client disconnects or the service stops. */
  readonly signal: AbortSignal
  /** Causes another read, for news that no signal announces. */
  wake: () => void
}

/** The events for one reader. The source keeps the place of the reader. */
export interface LiveSource {
  /** The id from which a client resumes that disconnects before the first event. */
  beginning?: string | number
  /**
   * The events that the reader has not received. Returns true when the stream is over. It is pulled
   * only as fast as the client receives, so a slow reader does not fill the memory.
   */
  read: (reader: StreamReader) => AsyncGenerator<string, boolean>
  /** The signals that may mean new events: see `topicOf`. Without one the source is read once. */
  topic?: string
  /** After this time it is read again without a signal, because signals can be lost. */
  sweepMs?: () => number
  /** Called once, when the client disconnects or the stream ends. */
  close?: () => void
}

/** What all streams share. */
export interface Owner {
  removed: (stream: LiveStream) => void
  failed: (error: unknown, topic: string | undefined) => void
}

type State =
  /** The client has everything. A signal or the next sweep wakes the stream. */
  | 'silent'
  /** The source is read, as fast as the client receives. */
  | 'reading'
  /** News arrived while the source is read: it is read again. */
  | 'behind'
  /** The client has disconnected, or the stream has ended. */
  | 'over'

const nextStates: Record<State, State[]> = {
  silent: ['reading', 'over'],
  reading: ['silent', 'behind', 'over'],
  behind: ['reading', 'over'],
  over: [],
}

/**
 * One open stream. Thousands of them are silent at any time, so a silent one has no generator, no
 * promise, no timer and no buffer: only this object and its source. It writes to the response
 * itself, because Fastify would add a dozen listeners.
 */
export class LiveStream implements StreamReader {
  readonly source: LiveSource
  private readonly response: ServerResponse
  private readonly owner: Owner
  private abort: AbortController | undefined
  private state: State = 'silent'
  private isRetried = false
  private aliveAt = performance.now() + aliveMs
  private sweepAt = Number.POSITIVE_INFINITY

  constructor(response: ServerResponse, source: LiveSource, owner: Owner) {
    this.response = response
    this.source = source
    this.owner = owner
  }

  get signal(): AbortSignal {
    this.abort ??= new AbortController()
    if (this.state === 'over') this.abort.abort()
    return this.abort.signal
  }

  begin(headers: OutgoingHttpHeaders): void {
    const { response, source } = this
    // The client may have disconnected before the response.
    if (response.closed) {
      this.close()
      return
    }
    response.on('close', () => this.close())
    response.writeHead(200, headers)
    // Sent by themselves: together with a chunk, their text would stay in memory in forty pieces.
    response.flushHeaders()
    const { beginning } = source
    response.write(`: open\n${beginning === undefined ? '' : `id: ${beginning}\n`}\n`)
    this.wake()
  }

  // An arrow function, because sources pass it on.
  readonly wake = () => {
    if (this.state === 'silent') this.readAll()
    else if (this.state === 'reading') this.enter('behind')
  }

  tick(now: number): void {
    if (now >= this.sweepAt) {
      this.sweepAt = Number.POSITIVE_INFINITY
      this.wake()
    }
    if (now < this.aliveAt || this.response.writableNeedDrain) return
    this.aliveAt = now + aliveMs
    this.response.write(': alive\n\n')
    if (this.state === 'silent') this.plan(now)
  }

  /** Ends the response. */
  end(): void {
    this.close()
    this.response.end()
  }

  private enter(next: State): void {
    assert(nextStates[this.state].includes(next), `a stream went from ${this.state} to ${next}`)
    this.state = next
  }

  private close(): void {
    if (this.state === 'over') return
    this.enter('over')
    this.owner.removed(this)
    this.abort?.abort()
    this.source.close?.()
  }

  private plan(now: number): void {
    const sweepMs = this.source.sweepMs?.() ?? Number.POSITIVE_INFINITY
    this.sweepAt = now + (this.isRetried ? Math.min(sweepMs, retryMs) : sweepMs)
  }

  private async readAll(): Promise<void> {
    do {
      this.enter('reading')
      if (await this.readOnce()) this.end()
      // The first news leave at once. Those that follow in this turn of the event loop, such as the
      // words of one packet, are one write.
      await new Promise(setImmediate)
    } while (this.state === 'behind')
    if (this.state === 'over') return
    this.enter('silent')
    this.plan(performance.now())
  }

  /** Returns true when the stream is over. */
  private async readOnce(): Promise<boolean> {
    this.isRetried = false
    try {
      return await this.send(this.source.read(this))
    } catch (error) {
      // The client has disconnected, which ended what the source was waiting for.
      if (this.state === 'over') return false
      const { topic } = this.source
      this.owner.failed(error, topic)
      // The client reconnects, and resumes after the last event that it received.
      if (topic === undefined || !isUnavailable(error)) return true
      this.isRetried = true
      return false
    }
  }

  private async send(events: AsyncGenerator<string, boolean>): Promise<boolean> {
    try {
      for (;;) {
        const { done, value } = await events.next()
        if (done) return value
        if (this.state === 'over') return false
        if (!this.response.write(value)) await this.drained()
      }
    } finally {
      await events.return(false)
    }
  }

  /** Resolves when the client has received enough, or has disconnected. */
  private drained(): Promise<void> {
    const { response } = this
    if (response.closed) return Promise.resolve()
    return new Promise((resolve) => {
      const go = () => {
        response.off('drain', go).off('close', go)
        resolve()
      }
      response.on('drain', go).on('close', go)
    })
  }
}
