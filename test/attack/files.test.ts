// Files that are made to exhaust the service: each fails alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample } from '../harness/checks/depth.ts'
import { addFile } from '../harness/data/knowledge.ts'
import { startService } from '../harness/service/service.ts'
import { attackWith, firstFiles } from './files.ts'

test('a file that is made to exhaust time or memory fails alone, and the service stays responsive', async (t) => {
  const service = await startService(t)
  const [blanks = '', relationship = '', ...others] = firstFiles
  // In the short form a file of each format: one child process reads them all, with the same limits.
  for (const name of [blanks, relationship, ...sample(others, 4)]) {
    await t.test(name, () => attackWith(t, service, name))
  }
  assert.equal((await addFile(service, 'b.txt', 'The sauna is here.')).status, 'ready')
})
