// Files that are made to exhaust the service: each fails alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeep } from '../harness/checks/depth.ts'
import { addFile } from '../harness/data/knowledge.ts'
import { startService } from '../harness/service/service.ts'
import { attackWith, firstFiles } from './files.ts'

test('a file that is made to exhaust time or memory fails alone, and the service stays responsive', async (t) => {
  const service = await startService(t)
  // In the short form one file of each format: a child process reads them all, with the same limits.
  const ofEachFormat = new Map(firstFiles.toReversed().map((name) => [name.split(',')[0], name]))
  for (const name of isDeep ? firstFiles : ofEachFormat.values()) {
    await t.test(name, () => attackWith(t, service, name))
  }
  assert.equal((await addFile(service, 'b.txt', 'The sauna is here.')).status, 'ready')
})
