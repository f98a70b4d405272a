// Runs in a child process: the other half of child.ts.
import { Worker } from 'node:worker_threads'
import type { ChildOrder, ChildReply } from './child.ts'

type Functions = Record<string, (input: never, file?: Uint8Array) => unknown>

/**
 * Ends the process when it is too large, or when its parent is gone. A thread, because the main one
 * may be stuck. A limit of the heap would not count buffers, such as an unpacked stream.
 */
const watch = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
    // The default action of the signal ends the process at once, and tells the parent why.
    if (process.memoryUsage.rss() > workerData.maxBytes) process.kill(process.pid, 'SIGUSR2')
  }, 50)
`

const send = (reply: ChildReply) => process.send?.(reply)

/** Runs these functions for the parent process, one call at a time. */
export const serveParent = (functions: Functions) => {
  // Ctrl+C and some supervisors signal all processes of a group. The parent ends this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())

  let pieces: Uint8Array[] = []
  const call = async ({ name, input, hasFile }: Extract<ChildOrder, { kind: 'call' }>) => {
    const file = hasFile ? Buffer.concat(pieces) : undefined
    pieces = []
    try {
      const run = functions[name]
      if (!run) throw new Error(`There is no function ${name}.`)
      send({ kind: 'result', result: await run(input as never, file) })
    } catch (error) {
      const { name, code } = error as Error & { code?: string }
      send({ kind: 'error', name, code })
    }
  }
  process.on('message', (order: ChildOrder) => {
    if (order.kind === 'piece') pieces.push(order.bytes)
    else void call(order)
  })

  const workerData = { maxBytes: Number(process.argv[2]), parent: process.ppid }
  const watchdog = new Worker(watch, { eval: true, workerData })
  watchdog.once('online', () => send({ kind: 'ready' }))
}
