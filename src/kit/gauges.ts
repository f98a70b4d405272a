import { Gauge, type Registry } from 'prom-client'

/** A gauge that is read when it is asked for. NaN when it cannot be read. */
export const addGauge = (
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
) => {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // The database may be unreachable, and the other metrics are needed even more.
      this.set(await Promise.resolve(read()).catch(() => Number.NaN))
    },
  })
}

/** Shares one query among the gauges of one request, and among requests of the same second. */
export const shareForASecond = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: { atMs: number; answer: Promise<T> } | undefined
  return () => {
    const atMs = performance.now()
    if (!asked || atMs - asked.atMs >= 1000) asked = { atMs, answer: ask() }
    return asked.answer
  }
}
