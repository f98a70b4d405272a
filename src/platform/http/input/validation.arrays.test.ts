import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { isWithin, threadMs } from '../../../../test/harness/checks/duration.ts'
import { Problem } from '../problem.ts'
import { createValidatorCompiler } from './validation.ts'

const errorsOf = (schema: TSchema, data: unknown) => {
  const compile = createValidatorCompiler()
  const validate = compile({ schema, httpPart: 'body', method: 'POST', url: '/' })
  const result = validate(data) as { error?: unknown }
  return result.error instanceof Problem ? result.error.errors : undefined
}

const List = (options = {}) =>
  Type.Object({ list: Type.Array(Type.Enum(['a', 'b', 'c']), options) })

test('duplicate items are found in linear time, for every type', () => {
  const schema = List({ uniqueItems: true })
  assert.equal(errorsOf(schema, { list: ['a', 'b', 'c'] }), undefined)
  assert.equal(errorsOf(schema, { list: ['a', 'b', 'a'] })?.[0]?.code, 'duplicate')
  const many = Array.from({ length: 200_000 }, () => ({}))
  const before = threadMs()
  assert.equal(errorsOf(schema, { list: many })?.length, 20)
  assert.ok(isWithin(threadMs() - before, 2000))
})

test('the items of an array that is too long are not validated', () => {
  let looked = 0
  const items = new Proxy(new Array(1000).fill('x'), {
    get(target, name, receiver) {
      if (/^\d+$/.test(String(name))) looked += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const errors = errorsOf(List({ maxItems: 3 }), { list: items })
  assert.deepEqual(
    errors?.map(({ pointer, code }) => [pointer, code]),
    [['/list', 'too_many']],
  )
  assert.equal(looked, 0)
})

test('errors of items have their position, two for an item and 20 in total', () => {
  const Row = Type.Object({ a: Type.String(), b: Type.String(), c: Type.String() })
  const schema = Type.Object({ rows: Type.Array(Row) })
  const good = { a: '', b: '', c: '' }
  const errors = errorsOf(schema, { rows: [good, ...new Array(100).fill({})] })
  assert.equal(errors?.length, 20)
  assert.deepEqual(
    errors?.slice(0, 3).map(({ pointer }) => pointer),
    ['/rows/1/a', '/rows/1/b', '/rows/2/a'],
  )
})

test('defaults of items are filled in', () => {
  const Row = Type.Object({ a: Type.String({ default: 'x' }) })
  const data = { rows: [{}] }
  assert.equal(errorsOf(Type.Object({ rows: Type.Array(Row) }), data), undefined)
  assert.deepEqual(data.rows, [{ a: 'x' }])
})
