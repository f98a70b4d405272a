// The Python of every guide, with the SDK of this project. It needs python3 with httpx.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { projectFile } from '../harness/service/process.ts'
import { blocksOf, countOf, guides, prepare, startServices } from './snippets.ts'

const run = promisify(execFile)
const sdk = ['sdk/python/src', 'sdk/python']
  .map(projectFile)
  .find((path) => existsSync(`${path}/qpr`))

/** That of Debian, because its packages are installed for it. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

if (sdk !== undefined) {
  test('python3 with httpx is installed', () => {
    const { status } = spawnSync(python, ['-c', 'import httpx'])
    assert.equal(status, 0, 'python3 with httpx is missing: apt-get install python3-httpx')
  })

  test('the Python of every guide runs', async (t) => {
    const serviceOf = await startServices(t)
    const failures: string[] = []
    for (const guide of guides) {
      const folder = await mkdtemp(join(tmpdir(), 'qpr-snippets-'))
      t.after(() => rm(folder, { recursive: true, force: true }))
      const text = blocksOf(guide, 'python').join('\n')
      const { env, program } = await prepare(serviceOf(guide), folder, text)
      await writeFile(join(folder, 'page.py'), program)
      await run(python, ['page.py'], {
        cwd: folder,
        env: { ...env, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: '1' },
        timeout: 120_000,
      }).catch(({ stderr }) => failures.push(`docs/${guide}.md: ${stderr}`))
    }
    assert.deepEqual(failures, [])
    t.diagnostic(countOf('python'))
  })
}
