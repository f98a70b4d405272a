import { newId } from '../kit/ids.ts'
import { createMessages } from '../webhooks/delivery/message.ts'
import { createSigner } from '../webhooks/delivery/signature.ts'
import { reasonOf, type StreamedEvent } from './listen.stream.ts'

interface Options {
  url: string
  secret: string
  timeoutMs: number
  signal: AbortSignal
}

/** Posts an event as a first delivery would, and says in a few words what came of it. */
export const createForwarder = ({ url, secret, timeoutMs, signal }: Options) => {
  // The secret of a webhook is sealed in the database; this one never was.
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
