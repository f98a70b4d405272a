import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { remember } from '../../platform/kit/bounded.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'

const prefix = 'whsec_'

export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/**
 * As they are stored: encrypted. After a rotation the former secret is valid until its grace period
 * ends.
 */
export interface SigningSecrets {
  secret: string
  former_secret: string | null
  former_secret_until: number | null
}

interface Message {
  eventId: string
  body: string
  now: number
}

/** One secret gives two keys: our own header uses its text, Standard Webhooks its bytes. */
interface Keys {
  text: KeyObject
  bytes: KeyObject
}

/** The memory of the two keys of a secret, which is outside the JavaScript heap. */
const keysBytes = 1000

/**
 * The headers that authenticate a delivery. A receiver of `X-Service-Signature` compares a single
 * value, so it is signed with the former secret during the whole grace period. A receiver of
 * `webhook-signature` accepts any of several values, so it gets both.
 */
export const createSigner = (secrets: Pick<Secrets, 'decrypt'>) => {
  // Cached, because decrypting costs more than signing, and creating a key costs more than the
  // HMAC.
  const options = { bytes: 8 * 2 ** 20, sizeOf: () => keysBytes }
  const keysOf = remember('signing_keys', options, (sealed) => asKeys(secrets.decrypt(sealed)))

  return (webhook: SigningSecrets, { eventId, body, now }: Message): Record<string, string> => {
    const current = keysOf(webhook.secret)
    const former = formerSecret(webhook, now)
    const formerKeys = former === null ? null : keysOf(former)
    const timestamp = String(Math.floor(now / secondMs))
    const signed = `${eventId}.${timestamp}.${body}`
    const signature = `v1,${hmac(current.bytes, signed, 'base64')}`
    return {
      'X-Service-Signature': `sha256=${hmac((formerKeys ?? current).text, body, 'hex')}`,
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature':
        formerKeys === null
          ? signature
          : `${signature} v1,${hmac(formerKeys.bytes, signed, 'base64')}`,
    }
  }
}

const formerSecret = (webhook: SigningSecrets, now: number): string | null =>
  webhook.former_secret_until !== null && now < webhook.former_secret_until
    ? webhook.former_secret
    : null

const asKeys = (secret: string): Keys => ({
  text: createSecretKey(secret, 'utf8'),
  bytes: createSecretKey(secret.slice(prefix.length), 'base64'),
})

const hmac = (key: KeyObject, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(encoding)
