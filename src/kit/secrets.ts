import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** All that is derived from the one master secret of an installation. */
export interface Secrets {
  /** What two processes compare to know that they hold the same master secret. */
  fingerprint: string
  encrypt(text: string): string
  decrypt(sealed: string): string
  /** A token that needs no storage: it can be made again from what it stands for. */
  sign(purpose: string, ...parts: string[]): string
  verify(token: string, purpose: string, ...parts: string[]): boolean
}

const ivBytes = 12
const tagBytes = 16

export const newMasterSecret = (): string => randomBytes(32).toString('base64url')

export const createSecrets = (masterSecret: string): Secrets => {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', masterSecret, 'qpr', use, 32))
  const encryptionKey = derive('encryption')
  // As an object: of bytes, Node would make one for each signature, at ten times the cost.
  const signingKey = createSecretKey(derive('signing'))

  const sign = (purpose: string, ...parts: string[]) =>
    // JSON keeps ['a', 'b'] and ['ab'] apart.
    createHmac('sha256', signingKey)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url')

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
    verify(token, purpose, ...parts) {
      const given = Buffer.from(token)
      const expected = Buffer.from(sign(purpose, ...parts))
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
