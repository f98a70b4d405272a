// The other half of the files of `files.test.ts`: all of them take longer than a test file may.
import { test } from 'node:test'
import { startService } from '../harness/service/service.ts'
import { attackWith, otherFiles } from './files.ts'

test('the other files that are made to exhaust time or memory fail alone too', async (t) => {
  const service = await startService(t)
  for (const name of otherFiles) await t.test(name, () => attackWith(t, service, name))
})
