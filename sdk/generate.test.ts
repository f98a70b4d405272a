import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { generateSdks } from './generate.ts'

test('the SDKs have the types, the methods and the errors of the service', async () => {
  for (const [path, text] of Object.entries(await generateSdks())) {
    const written = await readFile(path, 'utf8').catch(() => null)
    assert.ok(written === text, `${path} is out of date: npm run sdk:generate`)
  }
})
