import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { unboundIn } from './bounds.ts'
import { exempt } from './exempt.ts'
import { tenantTables } from './keys.ts'

const { QPR_TEST_STATEMENTS: file } = process.env
assert.ok(file, 'run the whole phase: node test/run.ts postgres')

/** Every text that the service sent to PostgreSQL in this run, with the uses that are not bound. */
const statements = [...new Set(readFileSync(file, 'utf8').trim().split('\n'))].map((line) => {
  const text = JSON.parse(line) as string
  return { text, unbound: unboundIn(text) }
})

test('every statement on a tenant table names its organization, or a key of a row that leads to it', () => {
  const wrong = statements.flatMap(({ text, unbound }) =>
    unbound.filter((use) => !(use in exempt)).map((use) => `${use}: ${text.replace(/\s+/g, ' ')}`),
  )
  assert.deepEqual(wrong, [])
})

test('every exempt background statement was sent', () => {
  const sent = new Set(statements.flatMap(({ unbound }) => unbound))
  assert.deepEqual(
    Object.keys(exempt).filter((use) => !sent.has(use)),
    [],
  )
})

test('the suite sends statements on all tenant tables', () => {
  const texts = statements.map(({ text }) => text).join('\n')
  const silent = Object.keys(tenantTables).filter((table) => !texts.includes(table))
  assert.deepEqual(silent, [])
})
