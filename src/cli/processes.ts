import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { secondMs } from '../platform/kit/clock.ts'
import type { Logger } from '../platform/kit/log.ts'
import type { FromSibling, ProcessRole, ToSibling } from '../service/siblings.ts'

/** A process that ends at once, again and again, must not keep the machine busy. */
const pauseMs = secondMs
/** Later than a process stops by itself (9 s), because one that is frozen never does. */
const killAfterMs = 9.5 * secondMs

/**
 * The main process of `QPR_PROCESSES`: it accepts connections for the others on one port, replaces a
 * process that ends, and serves nothing itself.
 */
export const runProcesses = (count: number, log: Logger) => {
  let isStopping = false
  const metrics = createSharedMetrics()

  const start = (role: ProcessRole, onReady: () => void = () => undefined) => {
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
        void metrics.gather(connected()).then((text) => send({ kind: 'metrics', id, text }))
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
    setTimeout(() => {
      for (const worker of workers()) {
        log.warn({ process: worker.process.pid }, 'a process did not stop and is killed')
        worker.process.kill('SIGKILL')
      }
    }, killAfterMs).unref()
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

const connected = () => workers().filter((worker) => worker.isConnected())

interface Gathering {
  waiting: Set<Worker>
  done: () => void
}

/** A process that has not responded by then counts with what it said before. */
const patienceMs = 2 * secondMs

/** Their values only grow: Prometheus takes a smaller one for a restart of the service. */
const growing = new Set(['counter', 'histogram', 'summary'])

/**
 * Adds up the metrics of all processes. Counters of a process that ended, or that does not respond,
 * keep their last value.
 */
const createSharedMetrics = () => {
  const open = new Map<number, Gathering>()
  const last = new Map<Worker, MetricObject[]>()
  let ended: MetricObject[] = []
  let lastId = 0

  const answered = ({ waiting, done }: Gathering, worker: Worker) => {
    if (waiting.delete(worker) && waiting.size === 0) done()
  }

  /** Returns the processes that did not respond in time. */
  const collect = (asked: Worker[]): Promise<Set<Worker>> => {
    lastId += 1
    const id = lastId
    const waiting = new Set(asked)
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(late)
        open.delete(id)
        resolve(waiting)
      }
      const late = setTimeout(done, patienceMs)
      open.set(id, { waiting, done })
      for (const worker of asked) worker.send({ kind: 'collect', id } satisfies ToSibling)
    })
  }

  return {
    collected(worker: Worker, id: number, metrics: MetricObject[]) {
      last.set(worker, metrics)
      const gathering = open.get(id)
      if (gathering) answered(gathering, worker)
    },
    left(worker: Worker) {
      const final = onlyGrowing(last.get(worker) ?? [])
      last.delete(worker)
      // One list, however many processes end.
      ended = AggregatorRegistry.aggregate([ended, final]).getMetricsAsArray()
      for (const gathering of open.values()) answered(gathering, worker)
    },
    async gather(asked: Worker[]): Promise<string> {
      const late = await collect(asked)
      const lists = [...last].map(([worker, metrics]) =>
        late.has(worker) ? onlyGrowing(metrics) : metrics,
      )
      return await AggregatorRegistry.aggregate([...lists, ended]).metrics()
    },
  }
}

const onlyGrowing = (metrics: MetricObject[]): MetricObject[] =>
  metrics.filter(({ type }) => growing.has(String(type)))
