import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecrets, newMasterSecret } from './secrets.ts'

const secrets = createSecrets('a-master-secret-for-tests')
const others = createSecrets('another-master-secret')

test('encrypted text of any kind can be decrypted', () => {
  for (const text of ['', 'a', '{"key":"qpr_sk_…"}', '🏨\0\n', 'x'.repeat(100_000)]) {
    assert.equal(secrets.decrypt(secrets.encrypt(text)), text)
  }
})

test('encrypted text reveals nothing and differs every time', () => {
  const [first, second] = [secrets.encrypt('breakfast'), secrets.encrypt('breakfast')]
  assert.notEqual(first, second)
  assert.ok(!Buffer.from(first, 'base64').toString('latin1').includes('breakfast'))
})

test('changing any single bit makes it unreadable', () => {
  const sealed = Buffer.from(secrets.encrypt('breakfast'), 'base64')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => secrets.decrypt(changed.toString('base64')), `byte ${at}`)
  }
})

test('truncated, extended or invented text is unreadable', () => {
  const sealed = Buffer.from(secrets.encrypt('breakfast'), 'base64')
  const wrong = [
    ...[0, 3, 12, 16, 20, 28, sealed.length - 1].map((length) => sealed.subarray(0, length)),
    Buffer.concat([sealed, Buffer.from([0])]),
    Buffer.alloc(64),
  ]
  for (const bytes of wrong) {
    assert.throws(() => secrets.decrypt(bytes.toString('base64')), `${bytes.length} bytes`)
  }
})

test('another master secret cannot decrypt it', () => {
  assert.throws(() => others.decrypt(secrets.encrypt('breakfast')))
})

test('a token can be computed again from its parts, and is valid only for them', () => {
  const token = secrets.sign('sign-in', 'sgn_1', '17')
  assert.equal(token, secrets.sign('sign-in', 'sgn_1', '17'))
  assert.match(token, /^[\w-]{43}$/)
  assert.ok(secrets.verify(token, 'sign-in', 'sgn_1', '17'))
  assert.ok(!secrets.verify(token, 'invitation', 'sgn_1', '17'))
  assert.ok(!secrets.verify(token, 'sign-in', 'sgn_2', '17'))
  assert.ok(!secrets.verify(token, 'sign-in', 'sgn_1'))
  assert.ok(!secrets.verify(token, 'sign-in', 'sgn_1', '1', '7'))
  assert.ok(!others.verify(token, 'sign-in', 'sgn_1', '17'))
})

test('parts cannot be shifted into one another', () => {
  assert.notEqual(secrets.sign('a', 'b', 'c'), secrets.sign('a', 'bc'))
  assert.notEqual(secrets.sign('a', 'b'), secrets.sign('ab'))
  assert.notEqual(secrets.sign('a', '"', ''), secrets.sign('a', '', '"'))
})

test('an invented token of any length is refused without an error', () => {
  for (const token of ['', 'x', 'x'.repeat(43), 'é'.repeat(43), 'x'.repeat(10_000)]) {
    assert.ok(!secrets.verify(token, 'sign-in', 'sgn_1'))
  }
})

test('the fingerprint distinguishes master secrets without revealing them', () => {
  assert.match(secrets.fingerprint, /^[0-9a-f]{64}$/)
  assert.equal(secrets.fingerprint, createSecrets('a-master-secret-for-tests').fingerprint)
  assert.notEqual(secrets.fingerprint, others.fingerprint)
})

test('a new master secret has 32 random bytes', () => {
  assert.equal(Buffer.from(newMasterSecret(), 'base64url').length, 32)
  assert.notEqual(newMasterSecret(), newMasterSecret())
})
