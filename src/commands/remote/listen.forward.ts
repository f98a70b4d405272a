import { newId } from '../../kit/ids.ts'
import { createMessages } from '../../webhooks/delivery/message.ts'
import { createSigner } from '../../webhooks/delivery/signature.ts'
import { reasonOf, type StreamedEvent } from './listen.stream.ts'

interface Options {
  url: string
  secret: string
  timeoutMs: number
  signal: AbortSignal
}

/** Posts an event like a first delivery, and returns a short description of the result. */
export const createForwarder = ({ url, secret, timeoutMs, signal }: Options) => {
  // Secrets of webhooks are encrypted in the database; this one is plain text.
  const messages = createMessages(createSigner({ decrypt: (text) => text }))
  const target = { url, secret, former_secret: null, former_secret_until: null }

  const send = async ({ id, type, body }: StreamedEvent): Promise<string> => {
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
      return String(response.status)
    } catch (error) {
      return timeout.aborted
        ? `no answer within ${timeoutMs / 1000} s`
        : `no answer (${reasonOf(error)})`
    }
  }

  return async (event: StreamedEvent): Promise<string> => {
    const startedAt = performance.now()
    const result = await send(event)
    return `${result}  ${Math.round(performance.now() - startedAt)} ms`
  }
}
