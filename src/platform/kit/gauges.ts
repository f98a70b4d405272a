import { Gauge, type Registry } from 'prom-client'

type Read = () => number | Promise<number>

/**
 * A gauge of this process that is read when it is asked for. NaN when it cannot be read. The values
 * of several processes are added.
 */
export const addGauge = (
  registry: Registry,
  name: string,
  help: string,
  read: Read,
  aggregator: 'sum' | 'max' = 'sum',
) => {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    async collect() {
      // The database may be unreachable, and the other metrics are needed even more.
      this.set(await Promise.resolve(read()).catch(() => Number.NaN))
    },
  })
}

/** The same for a fact of the database, which every process reads alike. */
export const addSharedGauge = (registry: Registry, name: string, help: string, read: Read) =>
  addGauge(registry, name, help, read, 'max')

/** Shares one query among the gauges of one request, and among requests of the same second. */
export const shareForASecond = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: { atMs: number; answer: Promise<T> } | undefined
  return () => {
    const atMs = performance.now()
    if (!asked || atMs - asked.atMs >= 1000) asked = { atMs, answer: ask() }
    return asked.answer
  }
}
