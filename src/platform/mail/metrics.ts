import { Counter, type Registry } from 'prom-client'
import { type Clock, secondMs } from '../kit/clock.ts'
import { addSharedGauge, shareForASecond } from '../kit/gauges.ts'
import type { Database } from '../store/database.ts'
import { countWaiting } from './mail.store.ts'

interface MetricsOptions {
  registry: Registry
  database: Database
  clock: Clock
}

/** Returns the function that counts an attempt. */
export const createMailMetrics = ({ registry, database, clock }: MetricsOptions) => {
  const attempts = new Counter({
    name: 'qpr_mail_attempts_total',
    help: 'Attempts of this process to send a mail, by result: sent, failed (is retried), given_up.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  for (const result of ['sent', 'failed', 'given_up']) attempts.inc({ result }, 0)
  const waiting = shareForASecond(() => countWaiting(database.db))
  addSharedGauge(
    registry,
    'qpr_mails_waiting',
    'Mails of the service that are not sent yet.',
    async () => (await waiting()).waiting,
  )
  addSharedGauge(
    registry,
    'qpr_mails_oldest_seconds',
    'Age of the oldest mail of the service that is not sent yet; 0 if none waits.',
    async () => Math.max(0, clock.now() - ((await waiting()).oldestAt ?? clock.now())) / secondMs,
  )
  return (result: 'sent' | 'failed' | 'given_up') => attempts.inc({ result })
}
