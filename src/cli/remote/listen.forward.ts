import { createMessages } from '../../features/deliveries/message.ts'
import { createSigner } from '../../features/webhooks/signature.ts'
import { newId } from '../../platform/kit/ids.ts'
import { reasonOf } from './client.ts'
import type { StreamedEvent } from './event-stream.ts'

interface Options {
  url: string
  secret: string
  timeoutMs: number
  signal: AbortSignal
}

export interface Forwarded {
  /** Null without a response; then `error` says why. */
  status: number | null
  error: string | null
  duration_ms: number
}

/** Posts an event like a first delivery. */
export const createForwarder = ({ url, secret, timeoutMs, signal }: Options) => {
  // Secrets of webhooks are encrypted in the database; this one is plain text.
  const messages = createMessages(createSigner({ decrypt: (text) => text }))
  const target = { url, secret, former_secret: null, former_secret_until: null }

  const send = async ({
    id,
    type,
    body,
  }: StreamedEvent): Promise<Omit<Forwarded, 'duration_ms'>> => {
    const now = Date.now()
    const message = { event: type, eventId: id, deliveryId: newId('dlv', now), attempt: 1, body }
    const { headers } = messages.requestOf(target, message, now)
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      await response.body?.cancel()
      return { status: response.status, error: null }
    } catch (error) {
      const reason = timeout.aborted
        ? `no answer within ${timeoutMs / 1000} s`
        : `no answer (${reasonOf(error)})`
      return { status: null, error: reason }
    }
  }

  return async (event: StreamedEvent): Promise<Forwarded> => {
    const startedAt = performance.now()
    const result = await send(event)
    return { ...result, duration_ms: Math.round(performance.now() - startedAt) }
  }
}
