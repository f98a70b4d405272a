import { readFileSync } from 'node:fs'
import { applyLoad, type Load } from './generator.ts'
import { type RunningService, startBareServer } from './processes.ts'
import { report } from './report.ts'

const rounds = 7
const durationMs = 3000
const connections = 64

const connectionHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'set-cookie',
])

interface Targets {
  /** Processor time of a request, divided by that of the bare server. */
  cpu?: number
  /** Requests a second, as a share of the bare server's. */
  throughput: number
}

interface Round {
  cpu: number
  throughput: number
  perSecond: number
  text: string
}

/** The service and a bare server that sends the same bytes, in turn. Returns our rate. */
export const compareWithBare = async (
  what: string,
  service: RunningService,
  request: Load['request'],
  targets: Targets,
): Promise<number> => {
  const bare = await startBare(service, request)
  const measure = (server: { port: number; pid: number }) => measureLoad(server, request)
  const ourServer = { port: service.port, pid: service.child.pid ?? 0 }
  await measure(ourServer)
  const runs: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const limit = await measure(bare)
    const ours = await measure(ourServer)
    if (ours.failures > 0) throw new Error(`${ours.failures} responses were not 2xx`)
    runs.push({
      cpu: ours.cpuMicroseconds / limit.cpuMicroseconds,
      throughput: ours.perSecond / limit.perSecond,
      perSecond: ours.perSecond,
      text:
        `${Math.round(ours.cpuMicroseconds)} of ${Math.round(limit.cpuMicroseconds)} µs; ` +
        `${Math.round(ours.perSecond)}/s of ${Math.round(limit.perSecond)}/s`,
    })
  }
  bare.stop()
  const round = medianBy(runs, ({ cpu }) => cpu)
  const cpuTarget = targets.cpu ? `≤ ${targets.cpu} times, ` : ''
  report(
    what,
    `${round.cpu.toFixed(1)} times the processor time, ${round.throughput.toFixed(2)} of the throughput`,
    `${cpuTarget}≥ ${targets.throughput}`,
    round.throughput >= targets.throughput &&
      round.cpu <= (targets.cpu ?? Number.POSITIVE_INFINITY),
    round.text,
  )
  return round.perSecond
}

const measureLoad = async (
  { port, pid }: { port: number; pid: number },
  request: Load['request'],
) => {
  const before = cpuMs(pid)
  const result = await applyLoad({ port, connections, durationMs, request })
  return { ...result, cpuMicroseconds: ((cpuMs(pid) - before) * 1000) / result.requests }
}

/** Processor time of a process, which Linux counts in hundredths of a second. */
export const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const medianBy = <T>(items: T[], value: (item: T) => number): T =>
  items.toSorted((a, b) => value(a) - value(b))[Math.floor(items.length / 2)] as T

/** A bare server that sends what the service sends for this request. */
export const startBare = async (service: RunningService, request: Load['request']) =>
  await startBareServer(await sampleOf(service, request))

/** Raw, so that a compressed body stays compressed. */
const sampleOf = async ({ address }: RunningService, request: Load['request']) => {
  const response = await fetch(address + request.path, {
    method: request.method,
    headers: { ...request.headers, 'Accept-Encoding': 'identity' },
    ...(request.body !== undefined && { body: request.body }),
  })
  const headers = [...response.headers].filter(([name]) => !connectionHeaders.has(name))
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  return { status: response.status, headers: Object.fromEntries(headers), body }
}

export const residentMegabytes = ({ child }: Pick<RunningService, 'child'>): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
