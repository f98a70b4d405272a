// The receivers of docs/webhooks.md, each run with its language.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { requestOf } from '../../src/features/deliveries/attempt.ts'
import { sampleOf } from '../../src/features/events/event-schemas.ts'
import { createSigner, newWebhookSecret } from '../../src/features/webhooks/signature.ts'
import { isoTime } from '../../src/platform/kit/clock.ts'
import { newId } from '../../src/platform/kit/ids.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { freePort } from '../harness/service/ports.ts'
import { projectFile } from '../harness/service/process.ts'
import { startService } from '../harness/service/service.ts'

interface Runtime {
  /** The language of its code block. */
  fence: string
  file: string
  program: string
  /** Exits with 0 if the language is installed. */
  probe: string[]
  args: (port: number) => string[]
}

export const runtimes = {
  'Node.js': {
    fence: 'js',
    file: 'receiver.mjs',
    program: process.execPath,
    probe: ['--version'],
    args: () => ['receiver.mjs'],
  },
  Python: {
    fence: 'python',
    file: 'receiver.py',
    program: 'python3',
    probe: ['--version'],
    args: () => ['receiver.py'],
  },
  Go: {
    fence: 'go',
    file: 'receiver.go',
    program: 'go',
    probe: ['version'],
    args: () => ['run', 'receiver.go'],
  },
  PHP: {
    fence: 'php',
    file: 'receiver.php',
    program: 'php',
    probe: ['--version'],
    args: (port: number) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
} satisfies Record<string, Runtime>

const guide = readFileSync(projectFile('docs/webhooks.md'), 'utf8')

/** The block that names the file in its first line. */
const snippet = ({ fence, file }: Runtime): string => {
  const blocks = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const found = blocks.find(
    ([, language, text = '']) => language === fence && text.split('\n')[0]?.endsWith(file),
  )
  return found?.[2] ?? assert.fail(`docs/webhooks.md has no ${file}`)
}

/** Runs it as the guide says until the test ends. Resolves when it is ready. */
const startReceiver = async (t: TestContext, runtime: Runtime, secret: string, port: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-receiver-'))
  writeFileSync(join(folder, runtime.file), snippet(runtime))
  const child = spawn(runtime.program, runtime.args(port), {
    cwd: folder,
    // `go run` starts a child process, which ends with the process group.
    detached: true,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close')
  t.after(async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}/`
  // `go run` compiles first. A receiver that refuses to run counts as ready.
  await eventually(async () => {
    if (child.exitCode === null) await fetch(url, { method: 'POST', body: '{}' })
  }, patienceMs)
  return { url, output: () => output }
}

const patienceMs = 60_000

const sign = createSigner({ decrypt: (text) => text })

const deliveryOf = (url: string, secret: string): Delivery & { eventId: string } => {
  const now = Date.now()
  const eventId = newId('evt', now)
  const data = { ...sampleOf('scan.created'), metadata: { 'Grüße  aus': 'Lübeck 🏨', price: 1.0 } }
  const body = JSON.stringify({
    event: 'scan.created',
    id: eventId,
    created_at: isoTime(now),
    data,
  }).replace('"price":1', '"price": 1.0')
  const target = { url, secret, former_secret: null, former_secret_until: null }
  const message = {
    event: 'scan.created',
    eventId,
    deliveryId: newId('dlv', now),
    attempt: 1,
    body,
  }
  return { eventId, ...requestOf(sign, target, message, now) }
}

interface Delivery {
  url: string
  headers: Record<string, string>
  body: string
}

const post = async ({ url, headers, body }: Delivery): Promise<number> =>
  (await fetch(url, { method: 'POST', headers, body })).status

const withSignature = (delivery: Delivery, signature: string): Delivery => ({
  ...delivery,
  headers: { ...delivery.headers, 'X-Service-Signature': signature },
})

/** The tests of the receiver in one language. */
export const testReceiver = (name: keyof typeof runtimes) => {
  const runtime: Runtime = runtimes[name]

  test(`the receiver in ${name} accepts signed deliveries, and handles a repeated one once`, async (t) => {
    const secret = newWebhookSecret()
    const { url, output } = await startReceiver(t, runtime, secret, await freePort())
    const delivery = deliveryOf(url, secret)
    for (let i = 0; i < 3; i++) assert.equal(await post(delivery), 204)
    const other = deliveryOf(url, secret)
    assert.equal(await post(other), 204)
    await eventually(async () => assert.ok(output().includes(`scan.created ${other.eventId}`)))
    assert.equal(output().split(`scan.created ${delivery.eventId}`).length - 1, 1)
  })

  test(`the receiver in ${name} refuses forged, altered and unsigned requests`, async (t) => {
    const secret = newWebhookSecret()
    const { url, output } = await startReceiver(t, runtime, secret, await freePort())
    const genuine = deliveryOf(url, secret)
    const { 'X-Service-Signature': signature = '', ...unsigned } = genuine.headers
    const refused: Record<string, Delivery> = {
      forged: deliveryOf(url, newWebhookSecret()),
      altered: { ...genuine, body: genuine.body.replace('4711', '4712') },
      'written anew': { ...genuine, body: JSON.stringify(JSON.parse(genuine.body)) },
      'not signed': { ...genuine, headers: unsigned },
      'without its prefix': withSignature(genuine, signature.slice('sha256='.length)),
      'too short': withSignature(genuine, signature.slice(0, -1)),
      'no text that anyone signs': withSignature(genuine, 'é'.repeat(signature.length)),
      empty: withSignature(genuine, ''),
    }
    for (const [what, delivery] of Object.entries(refused)) {
      assert.equal(await post(delivery), 401, what)
    }
    assert.equal(await post(genuine), 204)
    await eventually(async () => assert.ok(output().includes(genuine.eventId)))
    assert.equal(output().match(/scan\.created evt_/g)?.length, 1)
  })

  test(`the receiver in ${name} accepts nothing without a secret`, async (t) => {
    const { url } = await startReceiver(t, runtime, '', await freePort())
    const delivery = { url, headers: {}, body: '{"event":"scan.created","id":"evt_1"}' }
    const signature = createHmac('sha256', '').update(delivery.body).digest('hex')
    const status = await post(withSignature(delivery, `sha256=${signature}`)).catch(() => null)
    assert.ok(status === null || status >= 400, String(status))
  })

  test(`the receiver in ${name} accepts the deliveries of the service`, async (t) => {
    const service = await startService(t)
    const port = await freePort()
    const webhook = await service.post<{ id: string; secret: string }>('/v1/webhooks', {
      url: `http://127.0.0.1:${port}/webhooks`,
    })
    assert.equal(webhook.status, 200)
    const { output } = await startReceiver(t, runtime, webhook.body.secret, port)
    const tested = await service.post<{ delivered: boolean; request: { body: string } }>(
      `/v1/webhooks/${webhook.body.id}/test`,
      { event: 'qpr_code.created' },
    )
    assert.ok(tested.body.delivered, tested.text)
    const { id } = JSON.parse(tested.body.request.body) as { id: string }
    await eventually(async () => assert.ok(output().includes(`qpr_code.created ${id}`)))
  })
}
