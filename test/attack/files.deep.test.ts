// Files that are made to exhaust the service: each fails alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileFiles } from '../harness/data/hostile-files.ts'
import { addFile } from '../harness/data/knowledge.ts'
import { startService } from '../harness/service/service.ts'
import { attackWith } from './files.ts'

test('a file that is made to exhaust time or memory fails alone, and the service stays responsive', async (t) => {
  const service = await startService(t)
  for (const name of Object.keys(hostileFiles)) {
    await t.test(name, () => attackWith(t, service, name))
  }
  assert.equal((await addFile(service, 'b.txt', 'The sauna is here.')).status, 'ready')
})
