import { openStream } from './browser.ts'
import type { Citation } from './citations.ts'
import type { ShownHandling } from './people.ts'
import { losePatience, patienceMs } from './requests.ts'
import { path, reportEvent, saved } from './state.ts'

export interface End {
  message_id: string
  /** Says why the answer is incomplete, or that the owner wrote it. */
  message?: string
  retryable?: boolean
  kept_characters?: number
  /** The whole text, if it is not the text of the deltas. */
  text?: string
  citations?: Citation[]
  /** A person wrote it. */
  role?: 'owner'
  /** The service offers a person. */
  offer?: 'handoff'
  /** A sentence of the service about what the answer claims. */
  notice?: string
}

interface Handlers {
  /** A message of the owner has the role. */
  delta(data: { message_id: string; text: string; role?: 'owner' }): void
  finish(data: End): void
  error(data: End): void
  ended(data: { reason: string }): void
  handling(data: ShownHandling): void
  typing(): void
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
export const connectStream = (handlers: Handlers) => {
  disconnect()
  // All tabs of a site share six connections: a hidden page needs none.
  if (!saved.token || document.hidden) return
  const stream = openStream(
    path(`/events${lastEventId && `?after=${encodeURIComponent(lastEventId)}`}`),
  )
  source = stream
  // A browser without streams asks for the conversation every second: see network.ts.
  if (!stream) return
  // An EventSource that reconnects by itself would ask for the events after an outdated one.
  const giveUp = () => {
    stream.close()
    reportEvent('lost')
  }
  opening = setTimeout(() => {
    losePatience()
    giveUp()
  }, patienceMs)
  for (const kind of ['delta', 'finish', 'error', 'ended', 'handling', 'typing'] as const) {
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
    reportEvent('connected')
  })
}
