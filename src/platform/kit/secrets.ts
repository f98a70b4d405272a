import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Everything that is derived from the master secret of an installation. */
export interface Secrets {
  /** Lets two processes check that they have the same master secret. */
  fingerprint: string
  encrypt(text: string): string
  decrypt(sealed: string): string
  /** A token that needs no storage, because it can be computed again from its parts. */
  sign(purpose: string, ...parts: string[]): string
  verify(token: string, purpose: string, ...parts: string[]): boolean
  /** The same for values that are needed in large numbers: 128 bits, at a third of the cost. */
  tag(purpose: string, ...parts: string[]): string
  verifyTag(tag: string, purpose: string, ...parts: string[]): boolean
}

const ivBytes = 12
const tagBytes = 16

export const newMasterSecret = (): string => randomBytes(32).toString('base64url')

export const createSecrets = (masterSecret: string): Secrets => {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', masterSecret, 'qpr', use, 32))
  const encryptionKey = derive('encryption')
  // A key object, because Node would create one from bytes for each signature, at ten times the
  // cost.
  const signingKey = createSecretKey(derive('signing'))

  const sign = (purpose: string, ...parts: string[]) =>
    // JSON distinguishes ['a', 'b'] from ['ab'].
    createHmac('sha256', signingKey)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url')

  const taggingKey = derive('tagging').toString('hex')
  // The key on both sides prevents length extension.
  const tag = (purpose: string, ...parts: string[]) =>
    hash('sha256', `${taggingKey}${JSON.stringify([purpose, ...parts])}${taggingKey}`).slice(0, 32)

  return {
    fingerprint: derive('fingerprint').toString('hex'),
    encrypt(text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
    sign,
    verify: (token, purpose, ...parts) => isSame(token, sign(purpose, ...parts)),
    tag,
    verifyTag: (given, purpose, ...parts) => isSame(given, tag(purpose, ...parts)),
  }
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
