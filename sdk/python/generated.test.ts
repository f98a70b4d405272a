import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { generateFiles, pathOf } from './generate.ts'

test('the Python SDK has the types and the methods of the service', async () => {
  for (const [file, text] of Object.entries(await generateFiles())) {
    const written = await readFile(pathOf(file), 'utf8')
    assert.ok(written === text, `sdk/python/qpr/${file} is out of date: npm run sdk:python`)
  }
})
