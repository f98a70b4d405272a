import { ModelFailure } from './model.ts'

export interface Patience {
  /** The maximum time from the request to the first word. */
  firstTokenMs: number
  /** The maximum time between two words. */
  stallMs: number
}

export interface CallWatch {
  /** Aborts the call when the caller aborts it, or when the model stalls. */
  signal: AbortSignal
  heard(): void
  finished(): void
  /** The failure if the model stalled, otherwise null. Throws if the caller aborted the call. */
  failure(id: string): ModelFailure | null
  /** Closes a connection that is still open. An abort costs as much as reading twenty tokens. */
  end(isRead: boolean): void
}

// Wait for the end of the response, because only a fully read connection can be reused.
const closingMs = 250

export const watchCall = (asked: AbortSignal, { firstTokenMs, stallMs }: Patience): CallWatch => {
  const controller = new AbortController()
  const abort = () => controller.abort()
  asked.addEventListener('abort', abort)
  if (asked.aborted) abort()

  let waitMs = firstTokenMs
  let timer = setTimeout(abort, waitMs)
  const wait = (nextMs: number) => {
    clearTimeout(timer)
    waitMs = nextMs
    timer = setTimeout(abort, waitMs)
  }
  let hasBegun = false

  return {
    signal: controller.signal,
    heard() {
      if (hasBegun) timer.refresh()
      else wait(stallMs)
      hasBegun = true
    },
    finished: () => wait(closingMs),
    failure(id) {
      asked.throwIfAborted()
      if (!controller.signal.aborted) return null
      const detail = `${id} said nothing for ${waitMs} ms.`
      return new ModelFailure('model_stalled', detail)
    },
    end(isRead) {
      clearTimeout(timer)
      asked.removeEventListener('abort', abort)
      if (!isRead) abort()
    },
  }
}
