import { currentTrace } from '../../platform/kit/tracing.ts'
import type { SigningSecrets } from '../webhooks/signature.ts'

export interface Target extends SigningSecrets {
  url: string
}

export interface Message {
  event: string
  eventId: string
  deliveryId: string
  attempt: number
  body: string
}

type Sign = (
  webhook: SigningSecrets,
  message: { eventId: string; body: string; now: number },
) => Record<string, string>

export type Messages = ReturnType<typeof createMessages>

/** The HTTP request of a delivery, signed at the moment of its attempt. */
export const createMessages = (sign: Sign) => ({
  requestOf: (target: Target, message: Message, now: number) => ({
    url: target.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'QPR-Webhooks/1',
      'X-Service-Event': message.event,
      'X-Service-Delivery': message.deliveryId,
      'X-Service-Attempt': String(message.attempt),
      ...traceHeader(),
      ...sign(target, { eventId: message.eventId, body: message.body, now }),
    },
    body: message.body,
  }),
})

/** Lets the receiver continue the trace. */
const traceHeader = (): Record<string, string> => {
  const traceparent = currentTrace()
  return traceparent === null ? {} : { traceparent }
}
