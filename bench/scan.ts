import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDevices, emptySketch } from '../src/features/scans/devices-sketch.ts'
import { createDatabase, startPostgres } from '../test/harness/service/postgres.ts'
import { compareWithBare, residentMegabytes } from './compare.ts'
import { applyLoad, type Load } from './generator.ts'
import { newFolder, type RunningService, startService } from './processes.ts'
import { median, report } from './report.ts'
import { type Code, createCode, eventLoopDelayMs, headers, scanOf } from './requests.ts'

const connections = 64

/** Scans: durable, counted, with their event, against a bare server; growth; memory; a flood. */
export const bench = async () => {
  await onSqlite()
  await onPostgres()
  await growth()
}

const onSqlite = async () => {
  const service = await startService()
  const request = scanOf(await createCode(service))
  const perSecond = await compareWithBare('a scan, SQLite', service, request, {
    cpu: 2.8,
    throughput: 0.4,
  })
  await atHalfRate(service, request, perSecond / 2)
  await underFlood(service, request)
  await memoryUnderLoad(service, request)
  await service.stop()
}

const onPostgres = async () => {
  const postgres = await startPostgres({ fsync: 'on' })
  const url = await createDatabase(postgres.url)
  const service = await startService({ DATABASE_URL: url, QPR_SECRET: 'bench-secret-0123456789' })
  await compareWithBare('a scan, PostgreSQL', service, scanOf(await createCode(service)), {
    throughput: 0.22,
  })
  await service.stop()
  await postgres.stop()
}

const atHalfRate = async (service: RunningService, request: Load['request'], perSecond: number) => {
  const load = { port: service.port, connections, durationMs: 5000, request, perSecond }
  const { p99Ms } = await applyLoad(load)
  report('p99 at half of the maximal rate', `${p99Ms.toFixed(1)} ms`, '< 50 ms', p99Ms < 50)
  const lag = await eventLoopDelayMs(service)
  report('event-loop delay, p99', `${lag.toFixed(1)} ms`, '< 50 ms', lag < 50)
}

/** Unknown short ids must not slow down known ones. */
const underFlood = async ({ port }: RunningService, request: Load['request']) => {
  const known = { port, connections: 32, durationMs: 4000, request }
  const unknown = { ...request, path: '/s/n{n}' }
  const [alongside] = await Promise.all([applyLoad(known), applyLoad(known)])
  const [flooded] = await Promise.all([applyLoad(known), applyLoad({ ...known, request: unknown })])
  const share = flooded.perSecond / alongside.perSecond
  report(
    'known codes beside a flood of unknown ones',
    share.toFixed(2),
    '≥ 0.67 of beside as many known',
    share >= 0.67,
  )
}

const memoryUnderLoad = async (service: RunningService, request: Load['request']) => {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(residentMegabytes(service)), 5000)
  await applyLoad({ port: service.port, connections, durationMs: 60_000, request })
  clearInterval(timer)
  const maximum = Math.max(...samples)
  const growth = `${samples[1]} → ${samples.at(-1)} MB`
  report(
    'resident memory under a load of 60 s',
    `${maximum} MB (${growth})`,
    '≤ 220 MB, flat',
    maximum <= 220,
  )
}

/** The number of stored scans must not slow down recording or reading sums. */
const growth = async () => {
  const [small, large] = [await measureWith(10_000), await measureWith(10_000_000)]
  const recording = large.recordMs / small.recordMs
  report(
    'recording a scan: 10,000,000 scans against 10,000',
    `${recording.toFixed(2)} (${small.recordMs.toFixed(2)} → ${large.recordMs.toFixed(2)} ms)`,
    '≤ 1.2',
    recording <= 1.2,
  )
  const analytics = large.analyticsMs / small.analyticsMs
  report(
    'analytics, 30 days: 1,000,000 scans against 10,000',
    `${analytics.toFixed(2)} (${small.analyticsMs.toFixed(2)} → ${large.analyticsMs.toFixed(2)} ms)`,
    '≤ 2',
    analytics <= 2,
  )
}

const measureWith = async (scans: number) => {
  const folder = newFolder()
  const first = await startService({}, { folder })
  const code = await createCode(first)
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const ofCode = Math.min(scans, 1_000_000)
  fill(join(folder, 'data', 'qpr.db'), code.id, scans, ofCode)
  const service = await startService({}, { folder })
  const record = { port: service.port, connections: 1, durationMs: 3000, request: scanOf(code) }
  await applyLoad(record)
  const recordMs = median(await times(3, async () => (await applyLoad(record)).p50Ms))
  const analyticsMs = median(await times(100, () => analyticsAfterAScan(service, code)))
  await service.stop()
  return { recordMs, analyticsMs }
}

/** Every commit clears the answer cache, so this one is read from the tables. */
const analyticsAfterAScan = async ({ address }: RunningService, code: Code): Promise<number> => {
  const { path, headers: ofVisitor } = scanOf(code)
  await (await fetch(address + path, { headers: ofVisitor })).text()
  const startedAt = performance.now()
  const response = await fetch(`${address}/v1/qpr-codes/${code.id}/analytics?period=30d`, {
    headers,
  })
  await response.text()
  return performance.now() - startedAt
}

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let n = 0; n < count; n++) results.push(await work())
  return results
}

/** Rows and sums as the service writes them, directly into the file; `ofCode` of them for one code. */
const fill = (file: string, codeId: string, scans: number, ofCode: number) => {
  const db = new DatabaseSync(file)
  const now = Date.now()
  const monthMs = 30 * 24 * 3600 * 1000
  db.exec(`
    pragma foreign_keys = off;
    begin;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${scans})
    insert into scans (code_id, organization_id, scanned_at, device, device_key, country,
                       conversation_started, conversation_messages)
    select case when i % ${Math.round(scans / ofCode)} = 0 then '${codeId}' else printf('qpr_%026d', i % 1000) end,
           (select id from organizations), ${now - monthMs} + cast(i * ${monthMs / scans} as integer),
           'mobile', printf('%016x', i * 2654435761 % 4294967296), 'DE', 0, 0
    from n;
    insert into scan_hours (scope_id, hour, scans, scans_with_conversation, conversations, messages)
    select code_id, scanned_at / 3600000, count(*), 0, 0, 0 from scans where code_id = '${codeId}' group by 1, 2;
    insert into scan_shares (scope_id, day, kind, value, scans)
    select code_id, scanned_at / 86400000, 'country', 'DE', count(*) from scans where code_id = '${codeId}' group by 1, 2;
    insert into scan_shares (scope_id, day, kind, value, scans)
    select code_id, scanned_at / 86400000, 'device', 'mobile', count(*) from scans where code_id = '${codeId}' group by 1, 2;
    update codes set scans_total = ${ofCode} where id = '${codeId}';
    commit;
  `)
  fillDevices(db, codeId, Math.round(ofCode / 30))
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
}

const fillDevices = (db: DatabaseSync, codeId: string, perDay: number) => {
  const keys = Array.from({ length: perDay }, () => randomBytes(8).toString('hex'))
  const sketch = addDevices(emptySketch, keys)
  db.prepare(
    `insert into scan_devices (scope_id, day, sketch)
     select scope_id, day, ? from scan_shares where scope_id = ? group by 1, 2`,
  ).run(sketch, codeId)
}
