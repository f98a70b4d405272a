// Runs every example of the README in an empty folder, with the package as users install it.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { freePort } from '../../test/harness/service/ports.ts'
import { startService } from '../../test/harness/service/service.ts'
import { buildSdk } from './build.ts'
import { Qpr } from './src/index.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const examples = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, program = '']) => program)

/** What each example prints; the receiver of webhooks runs on its own. */
const expected = [
  /\/s\/\w{8} .*\.png\n$/,
  /^Good evening! 0 \d{3,}\n$/,
  /^\d of \d\n/,
  /^(name: .+\n)+code_not_found true\n$/,
  /^$/,
  'receiver',
  /^qpr_code\.created evt_/,
  /Breakfast is from 7 to 10:30\.2\n$/,
] as const

const run = promisify(execFile)

test('every example of the README runs in an empty folder', async (t) => {
  const service = await startService(t)
  const folder = await mkdtemp(join(tmpdir(), 'qpr-sdk-'))
  t.after(() => rm(folder, { recursive: true }))
  await buildSdk(join(folder, 'node_modules/qpr-sdk'))
  const port = await freePort()
  const qpr = new Qpr({ apiKey: service.key, baseUrl: service.address })
  const hook = await qpr.webhooks.create({ url: `http://127.0.0.1:${port}/` })
  const env = {
    QPR_API_KEY: service.key,
    QPR_BASE_URL: service.address,
    QPR_WEBHOOK_SECRET: hook.secret,
    PORT: String(port),
  }
  assert.equal(examples.length, expected.length)
  for (const [at, program] of examples.entries()) {
    const file = join(folder, `example-${at}.mjs`)
    await writeFile(file, program)
    const pattern = expected[at] ?? /^$/
    if (typeof pattern !== 'string') {
      const { stdout } = await run(process.execPath, [file], { cwd: folder, env, timeout: 60_000 })
      assert.match(stdout, pattern, program)
      continue
    }
    const receiver = spawn(process.execPath, [file], { cwd: folder, env })
    let printed = ''
    receiver.stdout.on('data', (text) => {
      printed += text
    })
    try {
      const tested = await eventually(async () => {
        const { response } = await qpr.webhooks.test(hook.id)
        assert.equal(response.status, 204)
        return response
      })
      assert.ok(tested)
      await eventually(async () => assert.match(printed, /This is a test/))
    } finally {
      receiver.kill()
      await once(receiver, 'exit')
    }
  }
})

test('the types of the package compile where declarations are not skipped', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-sdk-types-'))
  t.after(() => rm(folder, { recursive: true }))
  await buildSdk(join(folder, 'node_modules/qpr-sdk'))
  const program = `import { errors, Qpr } from 'qpr-sdk'
const qpr = new Qpr({ apiKey: 'a' })
export const name: Promise<string> = qpr.codes.get('a').then((code) => code.name)
// @ts-expect-error a code needs a prompt
qpr.codes.create({ name: 'a' })
export const ids = async () => {
  const all: string[] = []
  for await (const code of qpr.codes.list({ status: 'active' })) all.push(code.id)
  return all
}
export const reason = (error: unknown) => {
  if (!(error instanceof errors.SlugTaken)) return null
  const code: 'slug_taken' = error.code
  return code
}
`
  await writeFile(join(folder, 'program.ts'), program)
  const compiler = new URL('../../node_modules/@typescript/native/lib/tsc.js', import.meta.url)
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022']
  const lib = ['--lib', 'es2023,dom', '--types', '']
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const args = [compiler.pathname, ...options, ...lib, 'program.ts']
  await run(process.execPath, args, { cwd: folder }).catch(({ stdout }) => assert.fail(stdout))
})
