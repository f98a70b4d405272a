import { openStream } from './browser.ts'
import { root } from './dom.ts'
import { losePatience, patienceMs } from './requests.ts'
import { saved } from './saved.ts'

interface Handlers {
  delta(data: { message_id: string; text: string }): void
  finish(data: { message_id: string }): void
  error(data: {
    message_id: string
    message: string
    retryable: boolean
    kept_characters?: number
  }): void
  ended(data: { reason: string }): void
  opened(): void
  lost(): void
}

let source: EventSource | undefined
let lastEventId = ''
let opening: number | undefined

export const goOnAfter = (eventId: string | null) => {
  lastEventId = eventId ?? ''
}

export const disconnect = () => {
  clearTimeout(opening)
  source?.close()
}

export const isConnected = () => !!source && source.readyState !== source.CLOSED

/** Follows the conversation from the last event that was seen: nothing lost, nothing twice. */
export const connect = (handlers: Handlers) => {
  disconnect()
  // Nobody sees it. A browser gives all tabs of a site six connections.
  if (!saved.token || document.hidden) return
  const stream = openStream(
    `${root}/c/${saved.token}/events${lastEventId && `?after=${encodeURIComponent(lastEventId)}`}`,
  )
  source = stream
  // Without streams the server is asked every second for what there is: see `watch`.
  if (!stream) return
  // By itself it would ask again after an event that is long past.
  const giveUp = () => {
    stream.close()
    handlers.lost()
  }
  opening = setTimeout(() => {
    losePatience()
    giveUp()
  }, patienceMs)
  for (const kind of ['delta', 'finish', 'error', 'ended'] as const) {
    stream.addEventListener(kind, (event) => {
      if (event instanceof MessageEvent) {
        lastEventId = event.lastEventId
        handlers[kind](JSON.parse(event.data))
      } else {
        giveUp()
      }
    })
  }
  stream.addEventListener('open', () => {
    clearTimeout(opening)
    handlers.opened()
  })
}
