// A process that delivers a backlog, like the service or like a bare loop.
import { Registry } from 'prom-client'
import { Pool } from 'undici'
import { requestOf } from '../src/features/deliveries/attempt.ts'
import { createDelivery } from '../src/features/deliveries/delivery.ts'
import { createSender } from '../src/features/deliveries/sender.ts'
import { createRecentBodies, emit } from '../src/features/events/outbox.ts'
import { createSigner, newWebhookSecret } from '../src/features/webhooks/signature.ts'
import type { Service } from '../src/platform/context.ts'
import { systemClock } from '../src/platform/kit/clock.ts'
import { newId } from '../src/platform/kit/ids.ts'
import { createLog } from '../src/platform/kit/log.ts'
import { createSecrets } from '../src/platform/kit/secrets.ts'
import { createTargetGuard } from '../src/platform/kit/target-guard.ts'
import { openDatabase } from '../src/platform/store/open.ts'

export interface Dispatch {
  kind: 'ours' | 'bare'
  url: string
  deliveries: number
  /** For ours: sqlite:PATH or postgres://… */
  database: string
}

const concurrency = 64
const clock = systemClock
const secrets = createSecrets('bench-secret-0123456789')
const sign = createSigner(secrets)
const data = (n: number) => ({
  scan_id: n,
  qpr_code_id: 'qpr_01JB0000000000000000000000',
  short_id: 'k7m2p9qx',
  scanned_at: '2026-01-31T12:00:00.000Z',
  metadata: { table: 12 },
})
const secret = secrets.encrypt(newWebhookSecret())
const target = (url: string) => ({ url, secret, former_secret: null, former_secret_until: null })

/** Posts and signs the same bodies with the same concurrency, and stores nothing. */
const bare = async ({ url, deliveries }: Dispatch): Promise<number> => {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  const now = new Date().toISOString()
  const bodies = Array.from({ length: deliveries }, (_, n) => ({
    id: newId('evt', Date.now()),
    body: JSON.stringify({ event: 'scan.created', id: n, created_at: now, data: data(n) }),
  }))
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    for (let n = next++; n < deliveries; n = next++) {
      const { id, body } = bodies[n] as (typeof bodies)[number]
      const message = { event: 'scan.created', eventId: id, deliveryId: id, attempt: 1, body }
      const { headers } = requestOf(sign, target(url), message, Date.now())
      const response = await pool.request({ path: pathname, method: 'POST', headers, body })
      await response.body.dump()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const tookMs = performance.now() - startedAt
  await pool.close()
  return tookMs
}

/** Events go through the outbox into the table, and are claimed, sent and settled from there. */
const ours = async ({ url, deliveries, database: databaseUrl }: Dispatch): Promise<number> => {
  const log = createLog('silent')
  const database = openDatabase(databaseUrl, log)
  await database.migrate()
  await database.transaction(async ({ db }) => {
    const created_at = clock.now()
    const id = 'org_bench'
    const counts = { codes_active: 0, codes_archived: 0, members_count: 0 }
    const plan = 'free' as const
    await db
      .insertInto('organizations')
      .values({ id, name: id, slug: 'bench', plan, metadata: '{}', created_at, ...counts })
      .execute()
    const webhook = { id: 'wh_bench', organization_id: id, ...target(url), active: 1, created_at }
    const events = '["scan.created"]'
    await db
      .insertInto('webhooks')
      .values({ ...webhook, events, updated_at: created_at })
      .execute()
    await db
      .insertInto('webhook_subscriptions')
      .values({ organization_id: id, event: 'scan.created', webhook_id: webhook.id })
      .execute()
  })
  // Reads committed rows from the table, as after a restart.
  const service = {
    database,
    clock,
    log,
    events: { recentBodies: createRecentBodies(), express: null },
  } as unknown as Service
  for (let at = 0; at < deliveries; at += 500) {
    const events = Array.from({ length: Math.min(500, deliveries - at) }, (_, n) => ({
      organizationId: 'org_bench',
      type: 'scan.created' as const,
      data: data(at + n),
    }))
    await database.transaction((tx) => emit({ ...tx, service }, events))
  }
  const guard = createTargetGuard({ allowPrivate: true })
  const delivery = createDelivery({
    database,
    clock,
    log,
    service,
    sender: createSender({ clock, timeoutMs: 5000, guard }),
    sign,
    recentBodies: createRecentBodies(),
    timeoutMs: 5000,
    retrySeconds: [5],
    registry: new Registry(),
  })
  const startedAt = performance.now()
  delivery.start({ name: 'dispatcher', log, everyMs: 5000, retryMs: 1000 })
  for (;;) {
    const row = await database.db
      .selectFrom('deliveries')
      .select('id')
      .where('webhook_id', '=', 'wh_bench')
      .where('due_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (!row) break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const tookMs = performance.now() - startedAt
  await delivery.stop()
  await database.close()
  return tookMs
}

process.on('message', async (order: Dispatch) => {
  process.send?.(await (order.kind === 'ours' ? ours(order) : bare(order)))
  process.disconnect()
})
