import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { secondMs } from '../platform/kit/clock.ts'
import type { ToSibling } from '../service/siblings.ts'

interface Gathering<Process> {
  waiting: Set<Process>
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
export const createSharedMetrics = <Process>(
  send: (process: Process, message: ToSibling) => void,
) => {
  const open = new Map<number, Gathering<Process>>()
  const last = new Map<Process, MetricObject[]>()
  let ended: MetricObject[] = []
  let lastId = 0

  const answered = ({ waiting, done }: Gathering<Process>, process: Process) => {
    if (waiting.delete(process) && waiting.size === 0) done()
  }

  /** Returns the processes that did not respond in time. */
  const collect = (asked: Process[]): Promise<Set<Process>> => {
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
      for (const process of asked) send(process, { kind: 'collect', id })
    })
  }

  return {
    collected(process: Process, id: number, metrics: MetricObject[]) {
      last.set(process, metrics)
      const gathering = open.get(id)
      if (gathering) answered(gathering, process)
    },
    left(process: Process) {
      const final = onlyGrowing(last.get(process) ?? [])
      last.delete(process)
      // One list, however many processes end.
      ended = AggregatorRegistry.aggregate([ended, final]).getMetricsAsArray()
      for (const gathering of open.values()) answered(gathering, process)
    },
    async gather(asked: Process[]): Promise<string> {
      const late = await collect(asked)
      const lists = [...last].map(([process, metrics]) =>
        late.has(process) ? onlyGrowing(metrics) : metrics,
      )
      return await AggregatorRegistry.aggregate([...lists, ended]).metrics()
    },
  }
}

const onlyGrowing = (metrics: MetricObject[]): MetricObject[] =>
  metrics.filter(({ type }) => growing.has(String(type)))
