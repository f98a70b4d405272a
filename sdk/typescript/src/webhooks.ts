import { WebhookVerificationError } from './errors.ts'
import type { Schema } from './types.ts'

/** The body of a delivery. `event` tells which one it is. */
export type WebhookEvent = Schema<'StreamEventsEvent'>

type HeaderSource = Headers | Record<string, string | string[] | undefined>

interface Delivery {
  /** The raw body, not the parsed one. */
  payload: string | Uint8Array
  headers: HeaderSource
  /** The `secret` of the webhook, `whsec_` included. */
  secret: string
  /** How old a delivery may be. Default: 300. */
  toleranceSeconds?: number
}

const headerIn = (headers: HeaderSource, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string') return value
  throw new WebhookVerificationError(`The header ${name} is missing.`)
}

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Checks the signature of a delivery (Standard Webhooks), and returns its event. */
export const verifyWebhook = async (delivery: Delivery): Promise<WebhookEvent> => {
  const { payload, headers, secret, toleranceSeconds = 300 } = delivery
  const timestamp = headerIn(headers, 'webhook-timestamp')
  const signatures = headerIn(headers, 'webhook-signature').split(' ')
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp))
  // NaN is not younger than anything.
  if (!(ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError('The delivery is too old, or its timestamp is wrong.')
  }
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  const signed = new TextEncoder().encode(`${headerIn(headers, 'webhook-id')}.${timestamp}.${text}`)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  for (const signature of signatures) {
    const [version, value = ''] = signature.split(',')
    // Compares in constant time. While a secret is rotated, there are two signatures.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed))) {
      return JSON.parse(text)
    }
  }
  throw new WebhookVerificationError('The signature does not match.')
}
