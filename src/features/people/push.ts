import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
} from 'node:crypto'
import { SignJWT } from 'jose'
import type { Context } from '../../platform/context.ts'
import { hourMs, secondMs } from '../../platform/kit/clock.ts'
import { addSetting, findSetting } from '../../platform/store/settings.ts'

/** What a browser gives a page that may send it messages. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

type Reading = Pick<Context<unknown>, 'db' | 'service'>

const keySetting = 'push_key'

/** The key pair with which this service identifies itself to push services. */
const keyOf = async ({ db, service }: Reading): Promise<JsonWebKey> => {
  const known = await findSetting(db, keySetting)
  if (known !== null) return JSON.parse(service.secrets.decrypt(known)) as JsonWebKey
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sealed = service.secrets.encrypt(JSON.stringify(privateKey.export({ format: 'jwk' })))
  // Another process may make one at the same time: the first one counts.
  const first = await service.database.transaction(async (tx) => {
    await addSetting(tx.db, keySetting, sealed)
    return await findSetting(tx.db, keySetting)
  })
  return JSON.parse(service.secrets.decrypt(first ?? sealed)) as JsonWebKey
}

const bytesOf = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

/** The uncompressed point, as a browser takes it for `applicationServerKey`. */
const publicKeyOf = ({ x, y }: JsonWebKey): string =>
  Buffer.concat([Buffer.from([4]), bytesOf(x), bytesOf(y)]).toString('base64url')

export const pushKey = async (context: Reading): Promise<string> =>
  publicKeyOf(await keyOf(context))

/** Identifies the service to one push service (RFC 8292). */
const authorization = async (context: Reading, endpoint: string, now: number): Promise<string> => {
  const key = await keyOf(context)
  const token = await new SignJWT({ sub: context.service.address.baseUrl })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor((now + 12 * hourMs) / secondMs))
    .sign(createPrivateKey({ key, format: 'jwk' }))
  return `vapid t=${token}, k=${publicKeyOf(key)}`
}

/** One record holds every message of this service. */
const recordBytes = 4096

/** Encrypts a message for one browser (RFC 8291). Throws when the keys are not those of a browser. */
export const encryptPush = ({ keys }: Subscription, text: string): Buffer => {
  const theirs = bytesOf(keys.p256dh)
  const own = createECDH('prime256v1')
  const ours = own.generateKeys()
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(own.computeSecret(theirs), bytesOf(keys.auth), info, 32)
  const salt = randomBytes(16)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The 2 marks the last record.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2]))])
  const end = Buffer.concat([cipher.final(), cipher.getAuthTag()])
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(recordBytes, 16)
  head.writeUInt8(ours.length, 20)
  return Buffer.concat([head, ours, sealed, end])
}

interface Push {
  subscription: Subscription
  text: string
  /** The push service drops it after this time. */
  ttlSeconds: number
  now: number
}

export const pushRequest = async (
  context: Reading,
  { subscription, text, ttlSeconds, now }: Push,
) => ({
  url: subscription.endpoint,
  headers: {
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': 'aes128gcm',
    TTL: String(ttlSeconds),
    Urgency: 'high',
    Authorization: await authorization(context, subscription.endpoint, now),
  },
  body: encryptPush(subscription, text),
})
