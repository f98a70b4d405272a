import { readFileSync } from 'node:fs'
import type { Load } from './load.ts'
import { applyLoad, type RunningService, startBareServer } from './processes.ts'
import { median, report } from './report.ts'

const rounds = 5
const durationMs = 3000
const connections = 64

const connectionHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'set-cookie',
])

/** The service and a bare server that answers the same bytes, in turn. Answers our rate. */
export const compareWithBare = async (
  what: string,
  service: RunningService,
  request: Load['request'],
  target: number,
): Promise<number> => {
  const bare = await startBareServer(await sampleOf(service, request))
  const measure = (port: number) => applyLoad({ port, connections, durationMs, request })
  await measure(service.port)
  const runs: { ratio: number; ours: number; text: string }[] = []
  for (let round = 0; round < rounds; round++) {
    const limit = await measure(bare.port)
    const ours = await measure(service.port)
    if (ours.failures > 0) throw new Error(`${ours.failures} answers were not 2xx`)
    runs.push({
      ratio: ours.perSecond / limit.perSecond,
      ours: ours.perSecond,
      text: `${Math.round(ours.perSecond)}/s of ${Math.round(limit.perSecond)}/s, p99 ${ours.p99Ms.toFixed(1)} ms`,
    })
  }
  bare.stop()
  const ratio = median(runs.map((run) => run.ratio))
  const text = runs.at(-1)?.text
  report(what, ratio.toFixed(2), `≥ ${target} of bare node:http (${text})`, ratio >= target)
  return median(runs.map((run) => run.ours))
}

/** Raw, so that a compressed body stays compressed. */
const sampleOf = async ({ address }: RunningService, request: Load['request']) => {
  const response = await fetch(address + request.path, {
    method: request.method,
    headers: { ...request.headers, 'Accept-Encoding': 'identity' },
    ...(request.body !== undefined && { body: request.body }),
  })
  const headers = [...response.headers].filter(([name]) => !connectionHeaders.has(name))
  return { headers: Object.fromEntries(headers), body: await response.text() }
}

export const residentMegabytes = ({ child }: RunningService): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
