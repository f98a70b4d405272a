import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { patienceMs } from '../harness/checks/eventually.ts'
import { freePort } from '../harness/service/ports.ts'
import { projectFile } from '../harness/service/process.ts'

// npm runs scripts with sh, which is dash or bash; they forward signals differently.
const shells = new Set(
  ['/bin/sh', '/bin/dash', '/bin/bash'].filter(existsSync).map((path) => realpathSync(path)),
)

/** Runs `npm start` in its own process group. Resolves when the service is running. */
const npmStart = async (t: TestContext, shell: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-npm-'))
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    cwd: projectFile('.'),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_script_shell: shell,
      npm_config_update_notifier: 'false',
      PORT: String(port),
      QPR_DATA_DIR: folder,
      DATABASE_URL: `sqlite:${join(folder, 'qpr.db')}`,
      OLLAMA_HOST: '127.0.0.1:1',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  })
  const group = -(npm.pid ?? Number.NaN)
  t.after(async () => {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // All processes have already ended.
    }
    await rm(folder, { recursive: true, force: true })
  })
  const output = await outputUntilRunning(npm)
  return { npm, group, port, output }
}

const outputUntilRunning = async (npm: ChildProcess) => {
  const output = { text: '' }
  await new Promise<void>((resolve, reject) => {
    npm.once('exit', () => reject(new Error(`npm start ended early:\n${output.text}`)))
    npm.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.text += text
      if (/QPR is running\./.test(output.text)) resolve()
    })
  })
  return output
}

const isClosed = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  return await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ])
    .catch(() => true)
    .finally(() => socket.destroy())
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

/** The pipe closes when npm and the service, which inherits it, have both ended. */
const ended = async (npm: ChildProcess) => {
  const [code] = await once(npm, 'close', { signal: AbortSignal.timeout(patienceMs) })
  return code
}

// Each signal with one of the shells: `exec` in the script of npm leaves no shell that could handle it.
const [first = '/bin/sh', last = first] = shells

test(`SIGTERM to npm start alone stops the service, with ${first}`, async (t) => {
  const { npm, port, output } = await npmStart(t, first)
  const end = ended(npm)
  npm.kill('SIGTERM')
  assert.equal(await end, 0)
  assert.ok(await isClosed(port))
  assert.equal(count(output.text, /"msg":"stopped"/g), 1)
})

test(`Ctrl-C, a SIGINT to npm and the service, stops it once, with ${last}`, async (t) => {
  const { npm, group, port, output } = await npmStart(t, last)
  const end = ended(npm)
  process.kill(group, 'SIGINT')
  assert.equal(await end, 0)
  assert.ok(await isClosed(port))
  assert.equal(count(output.text, /"msg":"stopping"/g), 1)
  assert.equal(count(output.text, /"msg":"stopped"/g), 1)
})
