import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createDatabase, startPostgres } from '../../test/harness/service/postgres.ts'
import { startLatency, startService } from '../processes.ts'
import { type Code, createCode, headers } from '../requests.ts'
import type { Resource } from './model.ts'
import type { OpenLoad, OpenResult } from './open-loop.ts'
import { parentOf, processorSeconds } from './processor-time.ts'

export type Kind = 'scan' | 'delivered' | 'message'

export interface Run {
  kind: Kind
  processes: number
  /** Over all processes. */
  perSecond: number
}

/** What a run cost in a second, and in tables for each request. */
export interface Measured extends Run {
  cost: Record<Resource, number>
  stored: number
  failures: number
}

/**
 * In each direction. It makes the size of a batch depend on the rate, and not on the other programs
 * of the machine.
 */
const delayMs = 4

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const startHelper = async (name: string) => {
  const child = fork(script(name))
  const [address] = await once(child, 'message')
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => child.kill() }
}

const applyOpenLoad = async (load: OpenLoad): Promise<OpenResult> => {
  const child = fork(script('open-loop.ts'))
  child.send(load)
  const [result] = await once(child, 'message')
  return result as OpenResult
}

/** PostgreSQL, a proxy that counts bytes, a provider and a receiver. */
export const openLaboratory = async () => {
  const postgres = await startPostgres({ fsync: 'on' })
  const provider = await startHelper('../conversation.provider.ts')
  const receiver = await startHelper('../receiver.ts')
  return {
    /** A service with this number of processes, on a database of its own. */
    start: async (processes: number) => {
      const direct = await createDatabase(postgres.url)
      const network = await startLatency(direct, delayMs)
      const service = await startService({
        DATABASE_URL: network.url,
        QPR_PROCESSES: String(processes),
        QPR_SECRET: 'bench-secret-0123456789',
        QPR_AI_MODEL: 'compatible:bench',
        QPR_AI_BASE_URL: `${provider.url}v1`,
        QPR_LIMIT_OPENINGS_PER_MINUTE: '1000000',
        QPR_LIMIT_TOKENS_PER_DAY: '1000000000',
      })
      const observer = new Client({ connectionString: direct })
      await observer.connect()
      const codes: Record<Kind, Code> = {
        scan: await createCode(service),
        message: await createCode(service),
        delivered: await codeWithWebhook(service.address, receiver.url),
      }
      const counters = await countersOf(observer, service.child.pid ?? 0, network)
      return {
        run: (run: Run, durationMs: number) =>
          measure(run, durationMs, service.address, codes[run.kind], counters),
        idle: (durationMs: number) => measureIdle(durationMs, counters),
        holdMs: () => measureHold(observer, codes.scan),
        async stop() {
          await observer.end()
          await service.stop()
          network.stop()
        },
      }
    },
    async stop() {
      provider.stop()
      receiver.stop()
      await postgres.stop()
    },
  }
}

const post = async <T>(url: string, body: object): Promise<T> => {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}

/** In an organization of its own, because a webhook gets the events of its organization. */
const codeWithWebhook = async (address: string, url: string): Promise<Code> => {
  const { id } = await post<{ id: string }>(`${address}/v1/organizations`, { name: 'Delivered' })
  const common = { organization_id: id }
  await post(`${address}/v1/webhooks`, { ...common, url, events: ['scan.created'] })
  return await post(`${address}/v1/qpr-codes`, { ...common, name: 'Table', prompt: 'Be kind.' })
}

type Counters = () => Promise<Record<Exclude<Resource, 'visitors'> | 'stored', number>>

const countersOf = async (
  observer: Client,
  servicePid: number,
  network: { bytes(): Promise<number> },
): Promise<Counters> => {
  const { rows: own } = await observer.query('select pg_backend_pid() as pid')
  const postgresPid = parentOf(own[0].pid)
  return async () => {
    const { rows } = await observer.query(`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log,
             sum(pg_total_relation_size(oid))::float8 as stored
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
    return {
      service: processorSeconds(servicePid),
      postgres: processorSeconds(postgresPid),
      database: await network.bytes(),
      ...(rows[0] as { log: number; stored: number }),
    }
  }
}

const measure = async (
  run: Run,
  durationMs: number,
  address: string,
  { short_id: shortId }: Code,
  counters: Counters,
): Promise<Measured> => {
  const kind = run.kind === 'message' ? 'message' : 'scan'
  const before = await counters()
  const { sent, failures, bytes } = await applyOpenLoad({
    address,
    kind,
    shortId,
    perSecond: run.perSecond,
    durationMs,
  })
  // Deliveries follow their scans.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const after = await counters()
  const seconds = sent / run.perSecond
  const perSecond = (name: keyof typeof before) => (after[name] - before[name]) / seconds
  return {
    ...run,
    failures,
    stored: (after.stored - before.stored) / sent,
    cost: {
      service: perSecond('service'),
      postgres: perSecond('postgres'),
      log: perSecond('log'),
      database: perSecond('database'),
      visitors: bytes / seconds,
    },
  }
}

const measureIdle = async (durationMs: number, counters: Counters) => {
  const before = await counters()
  await new Promise((resolve) => setTimeout(resolve, durationMs))
  const after = await counters()
  const of = (name: 'service' | 'postgres') => (after[name] - before[name]) / (durationMs / 1000)
  return { service: of('service'), postgres: of('postgres') }
}

/** The mean time in which a counter is changed and the change is on disk. */
const measureHold = async (observer: Client, { id }: Code): Promise<number> => {
  const count = 100
  const startedAt = performance.now()
  for (let n = 0; n < count; n++) {
    await observer.query('update codes set scans_total = scans_total + 1 where id = $1', [id])
  }
  return (performance.now() - startedAt) / count
}
