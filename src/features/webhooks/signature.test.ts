import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createSecrets } from '../../platform/kit/secrets.ts'
import { createSigner, newWebhookSecret, type SigningSecrets } from './signature.ts'

const secrets = createSecrets('a-master-secret-for-tests')
const sign = createSigner(secrets)

const first = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const second = 'whsec_/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v4='
const graceEndsAt = Date.parse('2026-01-02T00:00:00Z')
const message = { eventId: 'evt_1', body: '{"event":"scan.created","note":"Grüße 🏨"}' }

const sealed = (secret: string, former: string | null = null): SigningSecrets => ({
  secret: secrets.encrypt(secret),
  former_secret: former === null ? null : secrets.encrypt(former),
  former_secret_until: former === null ? null : graceEndsAt,
})

/** Verifies with the Standard Webhooks library, which uses the real time. */
const accepts = (secret: string, headers: Record<string, string>, body = message.body) => {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

test('a new secret is whsec_ and the base64 of 32 random bytes', () => {
  const secret = newWebhookSecret()
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  assert.notEqual(secret, newWebhookSecret())
})

test('the headers are exactly those of the contract and of Standard Webhooks', () => {
  const now = Date.parse('2026-01-01T00:00:00.999Z')
  // Computed with `openssl dgst -sha256 -mac HMAC`.
  assert.deepEqual(sign(sealed(first), { ...message, now }), {
    'X-Service-Signature':
      'sha256=2529ceee19e69ebb770f67f08dfaf151cda901f1c73596ba9f3c3881680db025',
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1767225600',
    'webhook-signature': 'v1,vtM/QyVdUOlCKGXyWo6reKTRQq8sXNdsE818um/K/M0=',
  })
  assert.deepEqual(sign(sealed(second, first), { ...message, now }), {
    'X-Service-Signature':
      'sha256=2529ceee19e69ebb770f67f08dfaf151cda901f1c73596ba9f3c3881680db025',
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1767225600',
    'webhook-signature':
      'v1,CJelAXtZR6X5xLi0MPihiaAQj1iV8zmDPj6DOlhi7SY= v1,vtM/QyVdUOlCKGXyWo6reKTRQq8sXNdsE818um/K/M0=',
  })
})

test('after the grace period only the new secret signs', () => {
  const rotated = sealed(second, first)
  const before = sign(rotated, { ...message, now: graceEndsAt - 1 })
  const after = sign(rotated, { ...message, now: graceEndsAt })
  assert.deepEqual(after, sign(sealed(second), { ...message, now: graceEndsAt }))
  assert.notEqual(before['X-Service-Signature'], after['X-Service-Signature'])
})

test('the Standard Webhooks library accepts the signature', () => {
  const headers = sign(sealed(first), { ...message, now: Date.now() })
  assert.ok(accepts(first, headers))
  assert.ok(!accepts(second, headers))
  assert.ok(!accepts(first, headers, `${message.body} `))
  assert.ok(!accepts(first, { ...headers, 'webhook-id': 'evt_2' }))
})

test('during the grace period that library accepts both secrets, afterwards only the new one', () => {
  const now = Date.now()
  const rotated = sealed(second, first)
  const within = sign({ ...rotated, former_secret_until: now + 1 }, { ...message, now })
  assert.ok(accepts(first, within))
  assert.ok(accepts(second, within))
  const after = sign({ ...rotated, former_secret_until: now }, { ...message, now })
  assert.ok(!accepts(first, after))
  assert.ok(accepts(second, after))
})

test('a rotation without a grace period removes the old secret', () => {
  const now = Date.now()
  const rotated = { ...sealed(second), former_secret: secrets.encrypt(first) }
  assert.deepEqual(sign(rotated, { ...message, now }), sign(sealed(second), { ...message, now }))
})

test('a secret is decrypted once for any number of deliveries', () => {
  let unsealed = 0
  const countingSign = createSigner({
    decrypt: (text) => {
      unsealed += 1
      return secrets.decrypt(text)
    },
  })
  const rotated = sealed(second, first)
  for (let now = graceEndsAt - 50; now < graceEndsAt + 50; now++) {
    countingSign(rotated, { ...message, now })
  }
  assert.equal(unsealed, 2)
})
