import { Client } from 'pg'
import { createDatabase, startPostgres } from '../test/harness/service/postgres.ts'
import { applyLoad, type LoadResult } from './generator.ts'
import { type RunningService, startLatency, startService } from './processes.ts'
import { median, report } from './report.ts'
import { createCode, headers, scanOf } from './requests.ts'

const processes = 4
const delayMs = 5
const connections = 64
const rounds = 5
const codes = 1000
const organizations = 50

/** One code against 1,000 codes, on four processes far from the database. */
export const bench = async () => {
  const postgres = await startPostgres({ fsync: 'on' })
  const direct = await createDatabase(postgres.url)
  const latency = await startLatency(direct, delayMs)
  const service = await startService({
    DATABASE_URL: latency.url,
    QPR_PROCESSES: String(processes),
    QPR_SECRET: 'bench-secret-0123456789',
  })
  const observer = new Client({ connectionString: direct })
  await observer.connect()
  try {
    await spreadCodes(service, observer)
    await compare(service, observer)
  } finally {
    await observer.end()
    await service.stop()
    latency.stop()
    await postgres.stop()
  }
}

/** Each organization has as many codes. Their short ids are numbers, for the load generator. */
const spreadCodes = async (service: RunningService, observer: Client) => {
  const { id } = await createCode(service)
  const headersOfOne = { headers, method: 'POST' }
  for (let n = 0; n < organizations; n++) {
    const organization = (await (
      await fetch(`${service.address}/v1/organizations`, {
        ...headersOfOne,
        body: JSON.stringify({ name: `Shop ${n}` }),
      })
    ).json()) as { id: string }
    const body = {
      organization_id: organization.id,
      codes: Array.from({ length: codes / organizations }, (_, i) => ({
        name: `Table ${i}`,
        prompt: 'You are the host.',
      })),
    }
    const response = await fetch(`${service.address}/v1/qpr-codes/bulk`, {
      ...headersOfOne,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  await observer.query(
    `update codes set short_id = '1000' || n.number
     from (select id, 1000 + row_number() over (order by id) as number from codes where id <> $1) as n
     where codes.id = n.id`,
    [id],
  )
}

type Numbers = [from: number, to: number]

const compare = async (service: RunningService, observer: Client) => {
  const one: Numbers = [1001, 1001]
  const many: Numbers = [1001, 1000 + codes]
  const measure = async (numbers: Numbers, durationMs = 3000) => {
    const request = { ...scanOf({ id: '', short_id: '1000{n}' }) }
    const waits = watchLocks(observer)
    const load = { port: service.port, connections, durationMs, request, numbers }
    const result = await applyLoad(load)
    console.log(`measured  ${numbers.join(' to ')}: ${JSON.stringify(result)}`)
    return { ...result, ...(await waits.stop()) }
  }
  for (const numbers of [one, many]) await measure(numbers, 2000)
  const results: { one: Measured; many: Measured; ratio: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const measured = { one: await measure(one), many: await measure(many) }
    results.push({ ...measured, ratio: measured.one.perSecond / measured.many.perSecond })
  }
  const ratio = median(results.map((round) => round.ratio))
  const at = results.find((round) => round.ratio === ratio) ?? assertNever()
  const failures = results.reduce((sum, round) => sum + round.one.failures + round.many.failures, 0)
  const shown = ({ perSecond, p99Ms, waiting }: Measured) =>
    `${Math.round(perSecond)} a second, p99 ${Math.round(p99Ms)} ms, ${waiting.toFixed(2)} sessions waited for a lock`
  report(
    `one code against ${codes} codes, ${processes} processes, ${delayMs} ms to the database and ${delayMs} ms back`,
    ratio.toFixed(2),
    '≥ 0.8',
    ratio >= 0.8 && failures === 0,
    `one: ${shown(at.one)}; many: ${shown(at.many)}; ${failures} failures`,
  )
}

interface Measured extends LoadResult {
  /** The mean number of sessions that waited for a lock. */
  waiting: number
}

const assertNever = (): never => {
  throw new Error('a median is one of the values')
}

/** Counts the sessions that wait for a lock of another, about a hundred times a second. */
const watchLocks = (observer: Client) => {
  let isOn = true
  const samples: number[] = []
  const watching = (async () => {
    while (isOn) {
      const { rows } = await observer.query(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      samples.push(rows[0].waiting)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return {
    async stop() {
      isOn = false
      await watching
      return { waiting: samples.reduce((sum, one) => sum + one, 0) / samples.length }
    },
  }
}
