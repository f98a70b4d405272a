import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemCodes } from '../../contract/problem-codes.ts'
import {
  ConflictError,
  errorOf,
  errors,
  IdempotencyError,
  NotFoundError,
  QprError,
} from './src/index.ts'

const answered = (status: number, code: string, detail = 'Refused.') =>
  errorOf(
    new Response(JSON.stringify({ status, code, detail, request_id: 'req_1' }), {
      status,
      headers: { 'Content-Type': 'application/problem+json' },
    }),
  )

const nameOf = (code: string) =>
  code
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')

test('every code of the catalogue has a class of its own', async () => {
  assert.equal(Object.keys(errors).length, Object.keys(problemCodes).length)
  for (const [code, [status, detail]] of Object.entries(problemCodes)) {
    const error = await answered(status, code, detail)
    const Class = errors[nameOf(code) as keyof typeof errors]
    assert.ok(error instanceof Class && error instanceof QprError, code)
    assert.deepEqual([error.name, error.code, error.message], [nameOf(code), code, detail])
    const classes = Object.values(errors).filter((one) => error instanceof one)
    assert.deepEqual(classes, [Class])
  }
})

test('a class has its family, and narrows the type of the code', async () => {
  const missing = await answered(404, 'code_not_found')
  assert.ok(missing instanceof errors.CodeNotFound && missing instanceof NotFoundError)
  const code: 'code_not_found' = missing.code
  assert.equal(code, 'code_not_found')
  const reused = await answered(422, 'idempotency_key_reused')
  assert.ok(reused instanceof errors.IdempotencyKeyReused)
  const family: IdempotencyError = reused
  assert.ok(family instanceof IdempotencyError && family instanceof ConflictError)
})

test('a code that the SDK does not know has the class of its status', async () => {
  const unknown = await answered(409, 'newer_than_the_sdk')
  assert.ok(unknown instanceof ConflictError)
  assert.deepEqual([unknown.name, unknown.code], ['ConflictError', 'newer_than_the_sdk'])
  assert.equal((await answered(418, 'constructor')).name, 'QprError')
})
