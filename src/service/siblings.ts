import cluster from 'node:cluster'
import { once } from 'node:events'
import type { MetricObject, Registry } from 'prom-client'

/** What the main process sends to the processes of the service. */
export type ToSibling =
  | { kind: 'role'; role: ProcessRole }
  | { kind: 'collect'; id: number }
  | { kind: 'metrics'; id: number; text: string }

/** What they send to it. */
export type FromSibling =
  | { kind: 'ready' }
  | { kind: 'collected'; id: number; metrics: MetricObject[] }
  | { kind: 'ask-metrics'; id: number }

/**
 * `opener` is the first process of a start: it shows the first key. It is also the `keeper`, which
 * runs the periodic work; when it ends, its successor is only that. All others are helpers.
 */
export type ProcessRole = 'opener' | 'keeper' | 'helper'

export type Siblings = Awaited<ReturnType<typeof joinSiblings>>

/** The other processes of this service on this machine; null if this process is the only one. */
export const joinSiblings = async () => {
  if (!cluster.isWorker) return null
  const send = (message: FromSibling) => process.send?.(message)
  const asked = new Map<number, (text: string) => void>()
  let lastId = 0
  let registries: Registry[] = []

  const receive = async (message: ToSibling) => {
    if (message.kind === 'collect') {
      const lists = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))
      send({ kind: 'collected', id: message.id, metrics: lists.flat() as MetricObject[] })
    }
    if (message.kind === 'metrics') {
      asked.get(message.id)?.(message.text)
      asked.delete(message.id)
    }
  }
  const [{ role }] = (await once(process, 'message')) as [Extract<ToSibling, { kind: 'role' }>]
  process.on('message', receive)

  return {
    role,
    ready: () => send({ kind: 'ready' }),
    /** The channel to the main process would keep this one alive. */
    leave: () => cluster.worker?.disconnect(),
    share(own: Registry[]) {
      registries = own
    },
    /** The metrics of all processes, added. */
    metrics: () =>
      new Promise<string>((resolve) => {
        lastId += 1
        asked.set(lastId, resolve)
        send({ kind: 'ask-metrics', id: lastId })
      }),
  }
}
