import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import type { FromSibling, Role, ToSibling } from '../app/siblings.ts'
import { secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'

/** A process that ends at once, again and again, must not keep the machine busy. */
const pauseMs = secondMs
/** A process that does not respond is left out of the metrics. */
const patienceMs = 2 * secondMs

/**
 * The main process of `QPR_PROCESSES`: it accepts connections for the others on one port, replaces a
 * process that ends, and serves nothing itself.
 */
export const runProcesses = (count: number, log: Logger) => {
  let isStopping = false
  const metrics = createMetrics()

  const start = (role: Role, onReady: () => void = () => undefined) => {
    const worker = cluster.fork()
    let isReady = false
    const send = (message: ToSibling) => worker.isConnected() && worker.send(message)
    send({ kind: 'role', role })
    worker.on('message', (message: FromSibling) => {
      if (message.kind === 'ready') {
        isReady = true
        onReady()
      }
      if (message.kind === 'collected') metrics.collected(worker, message.id, message.metrics)
      if (message.kind === 'ask-metrics') {
        const { id } = message
        void metrics.gather().then((text) => send({ kind: 'metrics', id, text }))
      }
    })
    worker.on('exit', (code, signal) => {
      metrics.left(worker)
      if (isStopping) return endWithLast()
      // It has printed why.
      if (!isReady && role === 'opener') return stop(code || 1)
      log.error({ process: worker.process.pid, code, signal }, 'a process ended and is replaced')
      const next = role === 'opener' ? 'keeper' : role
      setTimeout(() => isStopping || start(next), isReady ? 0 : pauseMs)
    })
  }

  const stop = (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    process.exitCode = exitCode
    for (const worker of workers()) worker.process.kill('SIGTERM')
    endWithLast()
  }

  const endWithLast = () => {
    if (workers().length === 0) log.flush(() => process.exit())
  }

  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(0))
  // The first one migrates the database and shows the first key.
  start('opener', () => {
    for (let n = 1; n < count; n++) start('helper')
  })
}

const workers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter(
    (worker) => worker !== undefined && !worker.isDead(),
  ) as Worker[]

/** Adds up the metrics of all processes. */
const createMetrics = () => {
  interface Gathering {
    waiting: Set<Worker>
    lists: MetricObject[][]
    done: () => void
  }
  const open = new Map<number, Gathering>()
  let lastId = 0

  const answered = (gathering: Gathering, worker: Worker) => {
    if (gathering.waiting.delete(worker) && gathering.waiting.size === 0) gathering.done()
  }
  return {
    collected(worker: Worker, id: number, metrics: MetricObject[]) {
      const gathering = open.get(id)
      if (!gathering) return
      gathering.lists.push(metrics)
      answered(gathering, worker)
    },
    left(worker: Worker) {
      for (const gathering of open.values()) answered(gathering, worker)
    },
    async gather(): Promise<string> {
      lastId += 1
      const id = lastId
      const asked = workers().filter((worker) => worker.isConnected())
      const lists: MetricObject[][] = []
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, patienceMs)
        const done = () => {
          clearTimeout(late)
          resolve()
        }
        open.set(id, { waiting: new Set(asked), lists, done })
        for (const worker of asked) worker.send({ kind: 'collect', id } satisfies ToSibling)
      })
      open.delete(id)
      return await AggregatorRegistry.aggregate(lists).metrics()
    },
  }
}
