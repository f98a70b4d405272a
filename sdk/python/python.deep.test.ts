// The Python SDK with the Python of the machine: where it lacks something, the test says what.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { requestOf } from '../../src/features/deliveries/attempt.ts'
import { createSigner } from '../../src/features/webhooks/signature.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { closedPort, registerWebhook } from '../../test/harness/receivers/webhooks.ts'
import { freePort } from '../../test/harness/service/ports.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** That of Debian, because its packages are installed for it. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

const start = (args: string[], service: Service | null, env: Record<string, string> = {}) => {
  const child = spawn(python, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PYTHONPATH: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      ...(service && { QPR_URL: service.address, QPR_API_KEY: service.key }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  return {
    child,
    ended: async () => {
      const [code] = await once(child, 'close')
      const [out, err] = await output
      return { code, out, told: `${out}\n${err}` }
    },
  }
}

test('Python 3.11 with httpx and pytest is installed', () => {
  const needed = 'import sys, httpx, pytest; assert sys.version_info >= (3, 11)'
  const { status, stderr } = spawnSync(python, ['-c', needed], { encoding: 'utf8' })
  assert.equal(status, 0, `apt-get install python3 python3-httpx python3-pytest: ${stderr}`)
})

test('the tests of the SDK pass against a service', async (t) => {
  const service = await startService(t)
  const pytest = start(['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests'], service)
  const { code, told } = await pytest.ended()
  assert.equal(code, 0, told)
  assert.match(told, /\d+ passed/)
})

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code = '']) => code)

test('the package is installed in an empty folder, and the examples of the README run', async (t) => {
  const service = await startService(t)
  const installed = await mkdtemp(join(tmpdir(), 'qpr-python-'))
  t.after(() => rm(installed, { recursive: true }))
  const address = /^pip install (.+)$/m.exec(readme)?.[1] ?? assert.fail()
  // httpx is that of the machine: the registry of Python may be out of reach.
  const pip = ['-m', 'pip', 'install', '--no-deps', '--target', installed]
  const { code: failed, told: output } = await start(
    [...pip, address.replace('http://localhost:3000', service.address)],
    null,
  ).ended()
  assert.equal(failed, 0, `apt-get install python3-pip, npm run docs:build: ${output}`)
  const plain = examples.filter((code) => !code.includes('HTTPServer'))
  assert.ok(plain.length >= 5)
  for (const example of plain) {
    const { code, told } = await start(['-c', example], service, {
      PYTHONPATH: installed,
    }).ended()
    assert.equal(code, 0, `${example}\n${told}`)
    if (example.includes('When is breakfast?')) assert.match(told, /10:30/)
  }
})

test('the receiver of the README accepts what the service sends', async (t) => {
  const service = await startService(t)
  const { secret } = await registerWebhook(service, closedPort)
  const port = await freePort()
  const receiver = examples.find((code) => code.includes('HTTPServer')) ?? assert.fail()
  const running = start(['-u', '-c', receiver], null, {
    PORT: String(port),
    WEBHOOK_SECRET: secret,
  })
  t.after(() => running.child.kill())
  const sign = createSigner({ decrypt: (value) => value })
  const url = `http://127.0.0.1:${port}/`
  const target = { url, secret, former_secret: null, former_secret_until: null }
  const event = { event: 'scan.created', eventId: 'evt_1', deliveryId: 'dlv_1', attempt: 1 }
  const body = JSON.stringify({ event: 'scan.created', id: 'evt_1', data: {} })
  await eventually(async () => {
    const { headers } = requestOf(sign, target, { ...event, body }, Date.now())
    const response = await fetch(url, { method: 'POST', headers, body })
    assert.equal(response.status, 204)
  })
  assert.match((await running.ended()).out, /scan\.created evt_1/)
})
