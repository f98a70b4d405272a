import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { codesPath, generateCodes, generateTypes, typesPath } from './generate.ts'

test('the types of the API are those of the service', async () => {
  const written = await readFile(typesPath, 'utf8')
  assert.ok(
    written === (await generateTypes()),
    'sdk/typescript/src/schema.d.ts is out of date: npm run studio:types',
  )
})

test('the codes of errors are those of the catalogue', async () => {
  const written = await readFile(codesPath, 'utf8')
  assert.ok(written === generateCodes(), 'sdk/typescript/src/codes.ts: npm run studio:types')
})
