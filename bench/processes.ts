import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BareAnswer } from './bare-server.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export const apiKey = 'bench-key-0123456789'

export interface RunningService {
  port: number
  address: string
  folder: string
  child: ChildProcess
  startupMs: number
  stop(): Promise<void>
}

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'qpr-bench-'))

interface StartOptions {
  folder?: string
  /** By `npm start`. Otherwise the process is that of the service, whose figures are measured. */
  isNpm?: boolean
  /** The checkout whose build runs. */
  root?: string
}

/** The service as an operator starts it, in a process of its own. */
export const startService = async (
  settings: Record<string, string> = {},
  { folder = newFolder(), isNpm = false, root = script('..') }: StartOptions = {},
): Promise<RunningService> => {
  const port = await freePort()
  const startedAt = performance.now()
  const program = ['--max-semi-space-size=16', join(root, 'bin/program.js'), 'serve']
  const [command, args] = isNpm ? ['npm', ['start', '--silent']] : [process.execPath, program]
  const child = spawn(command, args, {
    cwd: isNpm ? root : folder,
    env: {
      PATH: process.env.PATH,
      MALLOC_ARENA_MAX: '2',
      PORT: String(port),
      QPR_API_KEY: apiKey,
      QPR_DATA_DIR: join(folder, 'data'),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const address = `http://127.0.0.1:${port}`
  while (!(await isAlive(address))) {
    if (child.exitCode !== null) throw new Error('the service did not start')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    port,
    address,
    folder,
    child,
    startupMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isAlive = async (address: string): Promise<boolean> =>
  await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
    (response) => response.ok,
    () => false,
  )

export const startBareServer = async (answer: BareAnswer) => {
  const child = fork(script('bare-server.ts'))
  child.send(answer)
  const [address] = await once(child, 'message')
  return { port: address.port as number, pid: child.pid ?? 0, stop: () => child.kill() }
}
