import { Counter, Gauge, type Registry } from 'prom-client'
import { secondMs } from '../../kit/clock.ts'
import type { Base } from '../../storage/database.ts'
import { countDue } from './claims.store.ts'

interface MetricsOptions extends Base {
  registry: Registry
  underWay: () => number
}

/** For Prometheus: waiting deliveries, running attempts, results. */
export const createWebhookMetrics = ({ registry, database, clock, underWay }: MetricsOptions) => {
  const registers = [registry]
  const attempts = new Counter({
    name: 'qpr_delivery_attempts_total',
    help: 'Delivery attempts of this process, by webhook and result.',
    labelNames: ['webhook', 'result'] as const,
    registers,
  })
  new Gauge({
    name: 'qpr_deliveries_under_way',
    help: 'Delivery attempts of this process that are running.',
    registers,
    collect() {
      this.set(underWay())
    },
  })
  // Two gauges are read at the same time and share one query.
  let asked: { at: number; answer: ReturnType<typeof countDue> } | undefined
  const look = () => {
    const at = clock.now()
    if (!asked || at - asked.at >= secondMs) asked = { at, answer: countDue(database.db, at) }
    return asked.answer
  }
  new Gauge({
    name: 'qpr_deliveries_due',
    help: 'Deliveries of the service that are due and not claimed.',
    registers,
    async collect() {
      this.set((await look().catch(() => unknown)).due)
    },
  })
  new Gauge({
    name: 'qpr_deliveries_oldest_due_seconds',
    help: 'Seconds for which the oldest delivery of the service has been due; 0 if no delivery is due.',
    registers,
    async collect() {
      const { oldestDueAt } = await look().catch(() => unknown)
      this.set(oldestDueAt === null ? 0 : (clock.now() - oldestDueAt) / secondMs)
    },
  })
  return {
    count: (webhook: string, result: 'succeeded' | 'failed') => attempts.inc({ webhook, result }),
  }
}

/** The database is unreachable, and the other metrics are needed even more. */
const unknown = { due: Number.NaN, oldestDueAt: Number.NaN }
