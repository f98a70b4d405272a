import { ModelFailure } from './model.ts'

export interface Patience {
  /** From the call to the first word. */
  firstTokenMs: number
  /** From one word to the next. */
  stallMs: number
}

export interface CallWatch {
  /** Ends the call: whoever asked does not want it any more, or the model says nothing. */
  signal: AbortSignal
  heard(): void
  finished(): void
  /** Why the signal ended the call; null when it did not. Throws when that was who asked. */
  failure(id: string): ModelFailure | null
  end(): void
}

// A connection whose answer was read to its very end can be used again.
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
      return new ModelFailure('model_stalled', detail, true)
    },
    end() {
      clearTimeout(timer)
      asked.removeEventListener('abort', abort)
      // Whatever is still open has no reader any more.
      controller.abort()
    },
  }
}
