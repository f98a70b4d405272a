import type { Clock } from '../../platform/kit/clock.ts'
import type { Logger } from '../../platform/kit/log.ts'
import { currentTrace, traced } from '../../platform/kit/tracing.ts'
import type { createSigner, SigningSecrets } from '../webhooks/signature.ts'
import type { ClaimedDelivery } from './dispatcher.ts'
import type { AttemptOutcome, Sender } from './sender.ts'

interface Target extends SigningSecrets {
  url: string
}

interface Message {
  event: string
  eventId: string
  deliveryId: string
  attempt: number
  body: string
}

export type Sign = ReturnType<typeof createSigner>

/** The HTTP request of a delivery, signed at the moment of its attempt. */
export const requestOf = (sign: Sign, target: Target, message: Message, now: number) => ({
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
})

/** Lets the receiver continue the trace. */
const traceHeader = (): Record<string, string> => {
  const traceparent = currentTrace()
  return traceparent === null ? {} : { traceparent }
}

interface SendingParts {
  clock: Clock
  log: Logger
  sender: Pick<Sender, 'send'>
  sign: Sign
}

/** Sends a claimed delivery, in the trace of the request that caused its event. */
export const sendDelivery = (
  parts: SendingParts,
  claimed: ClaimedDelivery,
): Promise<AttemptOutcome> => {
  const { row, trace: parent } = claimed
  const attributes = {
    'qpr.event': row.event,
    'qpr.delivery': row.id,
    'qpr.attempt': row.attempts_count + 1,
  }
  return traced(`deliver ${row.event}`, { kind: 'client', parent, attributes }, async (span) => {
    const outcome = await attempt(parts, claimed)
    span?.set({ 'http.response.status_code': outcome.status ?? undefined })
    if (outcome.error !== null) span?.set({ 'error.type': 'delivery_failed' })
    return outcome
  })
}

/** An error of one delivery is its own failure and must not stop others. */
const attempt = async (
  { clock, log, sender, sign }: SendingParts,
  { row, target, body }: ClaimedDelivery,
): Promise<AttemptOutcome> => {
  const startedAt = clock.now()
  try {
    if (body === undefined)
      return notMade(startedAt, 'The event of this delivery no longer exists.')
    const message = {
      event: row.event,
      eventId: row.event_id,
      deliveryId: row.id,
      attempt: row.attempts_count + 1,
      body,
    }
    const request = requestOf(sign, target, message, startedAt)
    return await sender.send({ ...request, owner: row.organization_id })
  } catch (error) {
    log.error({ err: error, deliveryId: row.id }, 'delivery could not be sent')
    return notMade(
      startedAt,
      'The delivery could not be sent; the log of the service has the details.',
    )
  }
}

const notMade = (startedAt: number, error: string): AttemptOutcome => ({
  startedAt,
  durationMs: 0,
  status: null,
  error,
  responseBody: null,
})
