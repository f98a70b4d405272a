// npm run bench:versions -- FOLDER [ROUNDS]
//
// Processor time of a request in the build of another checkout and in this one, in alternating rounds.
// This build runs twice: its ratio to itself shows how much of a difference is noise.
import { fileURLToPath } from 'node:url'
import { cpuMs } from './compare.ts'
import { create, createRequest } from './create.ts'
import { drained, register, startReceiver } from './deliver.ts'
import { applyLoad, type Load } from './generator.ts'
import { type RunningService, startService } from './processes.ts'
import { median } from './report.ts'
import { createCode, headers, scanOf } from './requests.ts'
import { settingsOfTalks, startProvider, talk } from './talk.ts'

interface Case {
  settings?: Record<string, string>
  /** Applies a load and returns the number of its requests. */
  prepare(service: RunningService): Promise<() => Promise<number>>
}

const durationMs = 3000
const own = fileURLToPath(new URL('..', import.meta.url))

const [other, roundsText = '7'] = process.argv.slice(2)
if (!other) {
  console.error('Usage: npm run bench:versions -- FOLDER [ROUNDS]')
  process.exit(1)
}
const rounds = Number(roundsText)

const loadOf = (service: RunningService, request: Load['request']) => async () => {
  const load = { port: service.port, connections: 64, durationMs, request }
  const { requests, failures } = await applyLoad(load)
  if (failures > 0) throw new Error(`${failures} responses were not 2xx`)
  return requests
}

const receiver = await startReceiver()
const provider = await startProvider()

const cases: Record<string, Case> = {
  scan: { prepare: async (service) => loadOf(service, scanOf(await createCode(service))) },
  create: { prepare: async (service) => loadOf(service, createRequest) },
  deliver: {
    async prepare(service) {
      await register(service, receiver.url)
      const apply = loadOf(service, scanOf(await createCode(service)))
      return async () => {
        const requests = await apply()
        await drained(service)
        return requests
      }
    },
  },
  talk: {
    settings: settingsOfTalks(provider),
    async prepare(service) {
      const { address } = service
      const { short_id: shortId } = await createCode(service)
      const load = { address, shortId, provider: provider.url, together: 50, silent: 0 }
      return async () => {
        const { failures } = await talk({ ...load, talks: 100, questions: 8, direct: false })
        if (failures > 0) throw new Error(`${failures} answers were not whole`)
        return 800
      }
    },
  },
  list: {
    async prepare(service) {
      for (let n = 0; n < 20; n++) await create(service)
      return loadOf(service, { method: 'GET', path: '/v1/qpr-codes', headers })
    },
  },
  image: {
    async prepare(service) {
      const { short_id: shortId } = await createCode(service)
      return loadOf(service, { method: 'GET', path: `/qr/${shortId}.png`, headers: {} })
    },
  },
}

const measure = async ({ settings = {}, prepare }: Case) => {
  const services = await Promise.all(
    [other, own, own].map((root) => startService(settings, { root })),
  )
  const loads = await Promise.all(services.map(prepare))
  for (const load of loads) await load()
  const costs: number[][] = services.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < services.length; turn++) {
      const at = (round + turn) % services.length
      const pid = services[at]?.child.pid ?? 0
      const before = cpuMs(pid)
      const requests = (await loads[at]?.()) ?? 0
      costs[at]?.push(((cpuMs(pid) - before) * 1000) / requests)
    }
  }
  for (const service of services) await service.stop()
  return costs
}

/** The ratios of the rounds: their median, and the least and the greatest. */
const ratios = (above: number[], below: number[]) => {
  const all = above.map((cost, round) => cost / (below[round] ?? 0)).sort((a, b) => a - b)
  return `${median(all).toFixed(3)} (${all[0]?.toFixed(3)} to ${all.at(-1)?.toFixed(3)})`
}

console.log('case     before → now, µs       now / before               now / now')
for (const [name, one] of Object.entries(cases)) {
  const [before = [], now = [], again = []] = await measure(one)
  const micros = `${median(before).toFixed(0)} → ${median(now).toFixed(0)}`
  console.log(
    `${name.padEnd(9)}${micros.padEnd(23)}${ratios(now, before).padEnd(27)}${ratios(again, now)}`,
  )
}
receiver.stop()
provider.stop()
