// Installs the package in an empty folder as the README says, and runs every example.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { freePort } from '../../test/harness/service/ports.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { Qpr } from './src/index.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const examples = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, program = '']) => program)

/** What each example prints; the receiver of webhooks runs on its own. */
const expected = [
  /\/s\/\w{8} .*\.png\n$/,
  /^Good evening! 0 \d{3,}\n$/,
  /^\d of \d\n/,
  /^(name: .+\n)+code_not_found true\n$/,
  /^$/,
  /^$/,
  /^qpr_code\.created evt_/,
  /Breakfast is from 7 to 10:30\.2\n$/,
]
const receiverAt = 5

const run = promisify(execFile)

/** The package as the service offers it. Run "npm run docs:build" first. */
const install = async (t: TestContext, service: Service) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-sdk-'))
  t.after(() => rm(folder, { recursive: true }))
  const line = /^npm install (.+)$/m.exec(readme)?.[1] ?? assert.fail()
  assert.ok(guide.includes(line), 'docs/api.md and the README install different packages')
  const address = line.replace('http://localhost:3000', service.address)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', address], { cwd: folder })
  return folder
}

/** All in one process: starting one takes longer than an example. */
const mainOf = (files: string[]) =>
  files.map((file) => `await import('./${file}')\nprocess.stdout.write('\\0')\n`).join('')

const compile = async (folder: string) => {
  await writeFile(join(folder, 'program.ts'), typed)
  const compiler = new URL('../../node_modules/@typescript/native/lib/tsc.js', import.meta.url)
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022']
  const lib = ['--lib', 'es2023,dom', '--types', '']
  const args = [fileURLToPath(compiler), ...options, ...lib, 'program.ts']
  await run(process.execPath, args, { cwd: folder }).catch(({ stdout }) => assert.fail(stdout))
}

test('the package is installed in an empty folder, and every example of the README runs', async (t) => {
  const service = await startService(t)
  const folder = await install(t, service)
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
  const files = examples.map((_, at) => `example-${at}.js`)
  for (const [at, program] of examples.entries()) {
    await writeFile(join(folder, files[at] ?? ''), program)
  }
  const receiver = spawn(process.execPath, [files[receiverAt] ?? ''], { cwd: folder, env })
  try {
    let printed = ''
    receiver.stdout.on('data', (text) => {
      printed += text
    })
    await writeFile(join(folder, 'main.js'), mainOf(files.filter((_, at) => at !== receiverAt)))
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: folder, env })
    const outputs = stdout.split('\0').toSpliced(receiverAt, 0, '')
    for (const [at, pattern] of expected.entries()) {
      assert.match(outputs[at] ?? '', pattern, examples[at])
    }
    await eventually(async () => {
      const { response } = await qpr.webhooks.test(hook.id)
      assert.equal(response.status, 204)
    })
    await eventually(async () => assert.match(printed, /This is a test/))
  } finally {
    receiver.kill()
    await once(receiver, 'exit')
  }
  // Also where declarations are not skipped.
  await compile(folder)
})

const typed = `import { errors, Qpr } from 'qpr-sdk'
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
