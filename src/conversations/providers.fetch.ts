import { Agent, type Dispatcher, Headers, Response } from 'undici'

// Whoever calls has time-outs of its own.
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

/** As many may lie unread before the sender is told to wait. */
const mostChunks = 64

type Init = Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>

/**
 * What the SDK needs of `fetch`; that one costs as much as all the SDK does with an answer of many
 * small chunks. Follows no redirect: the key is for the provider alone.
 */
export const lightFetch = (input: string | URL | Request, init: Init = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(String(input))
    const answer = new Answer(resolve, reject, init.signal ?? null)
    agent.dispatch(
      {
        origin,
        path: `${pathname}${search}`,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === 'string' ? init.body : null,
      },
      answer,
    )
  })

class Answer implements Dispatcher.DispatchHandler {
  private readonly resolve: (response: Response) => void
  private readonly reject: (error: unknown) => void
  private readonly signal: AbortSignal | null
  private call: Dispatcher.DispatchController | undefined
  private chunks: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
    signal: AbortSignal | null,
  ) {
    this.resolve = resolve
    this.reject = reject
    this.signal = signal
    signal?.addEventListener('abort', this.abort)
    if (signal?.aborted) this.abort()
  }

  /** Also while there is no connection yet: then the call ends as soon as it would begin. */
  private readonly abort = (): void => {
    this.reject(this.signal?.reason)
    this.call?.abort(this.signal?.reason)
  }

  onRequestStart(call: Dispatcher.DispatchController): void {
    this.call = call
    if (this.signal?.aborted) call.abort(this.signal.reason)
  }

  onResponseStart(
    call: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // What is merely informational precedes the answer.
    if (status < 200) return
    const body = new ReadableStream<Uint8Array>(
      {
        start: (chunks) => {
          this.chunks = chunks
        },
        pull: () => {
          if (call.paused) call.resume()
        },
        cancel: (reason) => call.abort(reason),
      },
      { highWaterMark: mostChunks },
    )
    const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    this.resolve(new Response(body, { status, headers: Object.fromEntries(entries) }))
  }

  onResponseData(call: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks?.enqueue(chunk)
    if ((this.chunks?.desiredSize ?? 0) <= 0) call.pause()
  }

  onResponseEnd(): void {
    this.chunks?.close()
    this.leave()
  }

  onResponseError(_: unknown, error: Error): void {
    this.chunks?.error(error)
    this.reject(new TypeError('fetch failed', { cause: error }))
    this.leave()
  }

  private leave(): void {
    this.signal?.removeEventListener('abort', this.abort)
  }
}
