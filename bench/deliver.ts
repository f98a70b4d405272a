import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createDatabase, startPostgres } from '../test/harness/service/postgres.ts'
import { residentMegabytes, startBare } from './compare.ts'
import { claimCost, fillBacklog } from './deliver.backlog.ts'
import type { Dispatch } from './deliver.dispatch.ts'
import type { ReceiverStats } from './deliver.receiver.ts'
import { applyLoad, type Load } from './generator.ts'
import { newFolder, type RunningService, startService } from './processes.ts'
import { median, report } from './report.ts'
import { createCode, headers, scanOf } from './requests.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Deliveries: through the outbox, signed, settled on disk; beside scans; beside dead receivers. */
export const bench = async () => {
  await throughput('SQLite', 0.78, async () => {
    const folder = newFolder()
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return { url: `sqlite:${folder}/qpr.db`, remove }
  })
  const postgres = await startPostgres({ fsync: 'on' })
  await throughput('PostgreSQL', 0.6, async () => ({
    url: await createDatabase(postgres.url),
    remove: async () => undefined,
  }))
  await postgres.stop()
  await besideScans()
  await latency()
  await besideHanging()
  await backlog()
}

export const startReceiver = async () => {
  const child = fork(script('deliver.receiver.ts'))
  const [address] = await once(child, 'message')
  const ask = async (order: object): Promise<ReceiverStats> => {
    child.send(order)
    const [stats] = await once(child, 'message')
    return stats as ReceiverStats
  }
  return {
    url: `http://127.0.0.1:${address.port}/`,
    reset: () => ask({ kind: 'reset' }),
    stats: () => ask({ kind: 'stats' }),
    /** Resolves when so many deliveries have come in. */
    waitFor: (count: number) => ask({ kind: 'await', count }),
    stop: () => child.kill(),
  }
}

const dispatch = async (order: Dispatch): Promise<number> => {
  const child = fork(script('deliver.dispatch.ts'))
  child.send(order)
  const [tookMs] = await once(child, 'message')
  await once(child, 'exit')
  return tookMs as number
}

const throughput = async (
  engine: string,
  target: number,
  open: () => Promise<{ url: string; remove: () => Promise<void> }>,
) => {
  const deliveries = 20_000
  const receiver = await startReceiver()
  const runs: { ratio: number; text: string }[] = []
  for (let round = 0; round < 3; round++) {
    const { url: database, remove } = await open()
    const order = { url: receiver.url, deliveries, database }
    const bareMs = await dispatch({ ...order, kind: 'bare' })
    const oursMs = await dispatch({ ...order, kind: 'ours' })
    const perSecond = (ms: number) => Math.round((deliveries / ms) * 1000)
    const text = `${perSecond(oursMs)}/s of ${perSecond(bareMs)}/s`
    runs.push({ ratio: bareMs / oursMs, text })
    await remove()
  }
  receiver.stop()
  const ratio = median(runs.map((run) => run.ratio))
  const what = `20,000 deliveries, ${engine}`
  const text = runs.at(-1)?.text
  report(what, ratio.toFixed(2), `≥ ${target} of a bare undici loop (${text})`, ratio >= target)
}

/** Scans per second, counted until the last of their deliveries has arrived. */
const besideScans = async () => {
  const receiver = await startReceiver()
  const service = await startService()
  await register(service, receiver.url)
  const request = scanOf(await createCode(service))
  const bare = await startBare(service, request)
  const load = { connections: 64, durationMs: 4000, request }
  await applyLoad({ ...load, port: service.port })
  const ratios: number[] = []
  let text = ''
  for (let round = 0; round < 3; round++) {
    await drained(service)
    await receiver.reset()
    const limit = await applyLoad({ ...load, port: bare.port })
    const startedAt = performance.now()
    const ours = await applyLoad({ ...load, port: service.port })
    const scans = Math.round((ours.perSecond * load.durationMs) / 1000)
    await receiver.waitFor(Math.floor(scans * 0.99))
    await drained(service)
    const perSecond = (scans / (performance.now() - startedAt)) * 1000
    ratios.push(perSecond / limit.perSecond)
    text = `${Math.round(perSecond)}/s of ${Math.round(limit.perSecond)}/s, scans alone ${Math.round(ours.perSecond)}/s`
  }
  const ratio = median(ratios)
  report('scans, recorded and delivered', ratio.toFixed(2), '≥ 0.25 of bare', ratio >= 0.25, text)
  bare.stop()
  await service.stop()
  receiver.stop()
}

const latency = async () => {
  const receiver = await startReceiver()
  const service = await startService()
  await register(service, receiver.url)
  const request = scanOf(await createCode(service))
  const load = { port: service.port, connections: 8, request, perSecond: 200 }
  await applyLoad({ ...load, durationMs: 2000 })
  await receiver.reset()
  await applyLoad({ ...load, durationMs: 10_000 })
  const { received, p50Ms, p95Ms } = await receiver.stats()
  const text = `p50 ${p50Ms} ms, p95 ${p95Ms} ms`
  const isMet = p50Ms < 10 && p95Ms < 50
  report('event to receipt at 200 a second', text, `p50 < 10, p95 < 50 (of ${received})`, isMet)
  await service.stop()
  receiver.stop()
}

/**
 * 50 webhooks, 5 of which never answer: the delay of the other 45. One slow second decides the p95 of
 * a round, so the rounds alternate and the medians count.
 */
const besideHanging = async () => {
  const measure = async (hanging: number) => {
    const receiver = await startReceiver()
    const service = await startService()
    for (let n = 0; n < 50; n++) {
      await register(service, receiver.url + (n < hanging ? 'hang' : ''))
    }
    const request = scanOf(await createCode(service))
    const load: Load = {
      port: service.port,
      connections: 2,
      durationMs: 3000,
      request,
      perSecond: 8,
    }
    await applyLoad(load)
    await receiver.reset()
    await applyLoad({ ...load, durationMs: 12_000 })
    const { p95Ms } = await receiver.stats()
    await service.stop()
    receiver.stop()
    return p95Ms
  }
  const rounds = { without: [] as number[], beside: [] as number[] }
  for (let round = 0; round < 3; round++) {
    rounds.without.push(await measure(0))
    rounds.beside.push(await measure(5))
  }
  const [without, beside] = [median(rounds.without), median(rounds.beside)]
  const ratio = beside / without
  const text = `${ratio.toFixed(2)} (p95 ${without} → ${beside} ms)`
  const detail = `without: ${rounds.without.join(', ')} ms; beside: ${rounds.beside.join(', ')} ms`
  report('45 webhooks beside 5 that hang', text, '≤ 1.5', ratio <= 1.5, detail)
}

const backlog = async () => {
  const folder = newFolder()
  const first = await startService({}, { folder })
  const receiver = await startReceiver()
  await register(first, `${receiver.url}hang`)
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const few = await claimCost(folder, 1000)
  const many = await claimCost(folder, 1_000_000)
  const ratio = many / few
  const text = `${ratio.toFixed(2)} (${few.toFixed(2)} → ${many.toFixed(2)} ms)`
  report('claiming a batch: 1,000,000 due against 1,000', text, '≤ 1.5', ratio <= 1.5)
  fillBacklog(folder, 1_000_000)
  const service = await startService({}, { folder })
  const samples: number[] = []
  for (let n = 0; n < 10; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    samples.push(residentMegabytes(service))
  }
  const maximum = Math.max(...samples)
  report('memory with 1,000,000 due', `${maximum} MB`, '< 250 MB', maximum < 250)
  await service.stop()
  receiver.stop()
}

export const register = async ({ address }: RunningService, url: string) => {
  const body = JSON.stringify({ url, events: ['scan.created'] })
  const response = await fetch(`${address}/v1/webhooks`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`no webhook: ${await response.text()}`)
}

/** Whether no delivery is due or running. */
export const drained = async ({ address }: RunningService) => {
  for (;;) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
    if (value('qpr_deliveries_due') === 0 && value('qpr_deliveries_under_way') === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
