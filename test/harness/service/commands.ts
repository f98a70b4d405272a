// Starting a process takes longer than most commands of `qpr` do, so tests run them in processes that
// take one command after the other: with its own folder, environment, input, output and exit code,
// and apart from the service of the test. What only a process of its own shows (it ends by itself, real
// signals) needs `machine.start`.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Command, endMark } from './commands.messages.ts'
import { type Exit, watchOutput } from './output.ts'

interface Host {
  readonly child: ChildProcess
  readonly exited: Promise<unknown[]>
  /** What its streams and its channel are given to. */
  onText(stream: 'stdout' | 'stderr', text: string): void
}

const streams = ['stdout', 'stderr'] as const

const hostFile = fileURLToPath(new URL('commands.host.ts', import.meta.url))

const idle: Host[] = []

const hosts = new Set<Host>()
process.once('exit', () => {
  for (const { child } of hosts) child.kill('SIGKILL')
})

const startHost = (): Host => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['--max-semi-space-size=16', hostFile], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2' },
  })
  const host: Host = { child, exited: once(child, 'close'), onText: () => undefined }
  for (const stream of streams) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => host.onText(stream, text))
  }
  hosts.add(host)
  void host.exited.then(() => hosts.delete(host))
  return host
}

/** A host that waits for its next command does not keep the process of the tests alive. */
const hold = ({ child }: Host, isHeld: boolean) => {
  const parts = [child, child.channel, child.stdout as Socket, child.stderr as Socket]
  for (const part of parts) isHeld ? part?.ref() : part?.unref()
}

/** Starts `qpr ARGS` in a host. */
export const startCommand = (command: Command) => {
  const host = idle.pop() ?? startHost()
  hold(host, true)
  const { add, end, ...watched } = watchOutput()
  const open = new Set<string>(streams)
  const complete = Promise.withResolvers<void>()
  host.onText = (stream, text) => {
    add(stream, text.replace(endMark, ''))
    if (!text.endsWith(endMark)) return
    open.delete(stream)
    if (open.size === 0) complete.resolve()
  }
  const ended = async (): Promise<Exit> => {
    const answered = once(host.child, 'message')
    const first = await Promise.race([answered, host.exited.then(() => null)])
    if (!first) {
      const [code, signal] = await host.exited
      return end(code as number | null, signal as NodeJS.Signals | null)
    }
    await complete.promise
    hold(host, false)
    idle.push(host)
    return end((first[0] as { code: number }).code, null)
  }
  const exited = ended()
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  host.child.send(command)

  const kill = (signal: NodeJS.Signals) => {
    if (isOver) return
    if (signal === 'SIGKILL') host.child.kill(signal)
    else host.child.send({ signal })
  }
  return {
    ...watched,
    exited,
    kill,
    /** As a signal would; waits for the end. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
      kill(signal)
      return await exited
    },
  }
}
